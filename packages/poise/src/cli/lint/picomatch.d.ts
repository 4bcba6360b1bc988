/** picomatch ships no types; this is what Poise uses of it. */
declare module 'picomatch' {
  export default function picomatch(
    globs: readonly string[],
    options?: { readonly dot?: boolean; readonly nocase?: boolean },
  ): (path: string) => boolean;
}
