/** Bytes that are added one part after the other; numbers are little-endian. */
export interface GrowingBytes {
  readonly length: number;
  add(bytes: Uint8Array): void;
  addUint16(value: number): void;
  addUint32(value: number): void;
  /** Changes a number that was added before. */
  setUint32(at: number, value: number): void;
  finish(): Uint8Array;
}

export function createBytes(): GrowingBytes {
  let bytes = new Uint8Array(4096);
  let length = 0;
  const number = (size: 2 | 4, value: number): void => {
    const view = new DataView(new ArrayBuffer(size));
    if (size === 2) view.setUint16(0, value, true);
    else view.setUint32(0, value, true);
    growing.add(new Uint8Array(view.buffer));
  };
  const growing: GrowingBytes = {
    get length() {
      return length;
    },
    add(part) {
      if (length + part.length > bytes.length) {
        const larger = new Uint8Array(Math.max(2 * bytes.length, length + part.length));
        larger.set(bytes.subarray(0, length));
        bytes = larger;
      }
      bytes.set(part, length);
      length += part.length;
    },
    addUint16: (value) => number(2, value),
    addUint32: (value) => number(4, value),
    setUint32: (at, value) => new DataView(bytes.buffer).setUint32(at, value, true),
    finish: () => bytes.slice(0, length),
  };
  return growing;
}
