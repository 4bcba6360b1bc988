/** Hands a file to the browser's downloads. */
const KEEP = 60_000; // [ms] a download may take to begin

export function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEEP);
}
