import { FormatError } from '../../errors.ts';

/** Unpacks data that must have exactly `expected` bytes; stops as soon as there are more. `kind`: 'deflate' is zlib's, 'deflate-raw'
 *  that of zip files. */
export async function inflate(
  packed: Uint8Array,
  expected: number,
  kind: 'deflate' | 'deflate-raw',
  file: string,
  place: string,
): Promise<Uint8Array> {
  const whole = new Uint8Array(expected);
  let length = 0;
  try {
    const stream = new Blob([packed as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream(kind));
    const reader = stream.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (length + value.length > expected) {
        await reader.cancel();
        length = Number.POSITIVE_INFINITY;
        break;
      }
      whole.set(value, length);
      length += value.length;
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new FormatError(file, undefined, `${place}: the packed data is broken (${reason})`);
  }
  if (length !== expected) {
    const found = Number.isFinite(length) ? `${length}` : 'more';
    throw new FormatError(file, undefined, `${place}: expected ${expected} bytes of packed data, found ${found}`);
  }
  return whole;
}
