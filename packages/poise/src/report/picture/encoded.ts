/** Pictures that an encoder has made, and bytes as video files hold them. */
export interface EncodedPicture {
  readonly time: number; // [ms]
  readonly key: boolean;
  readonly data: Uint8Array;
}

/** A whole number, the highest byte first. */
export const bytesOf = (value: number, width: number): Uint8Array => {
  const out = new Uint8Array(width);
  for (let i = width - 1, rest = value; i >= 0; i--, rest = Math.floor(rest / 256)) out[i] = rest % 256;
  return out;
};

export const joined = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
};
