/** A short name of many numbers: FNV-1a over their bytes. Equal runs have equal names. */
export function digestOf(arrays: readonly Float64Array[]): string {
  let hash = 0x811c9dc5;
  for (const { buffer, byteOffset, byteLength } of arrays) {
    const words = new Uint32Array(buffer, byteOffset, byteLength / 4);
    for (const word of words) hash = Math.imul(hash ^ word, 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
