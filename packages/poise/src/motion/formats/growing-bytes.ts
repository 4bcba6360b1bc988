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
  let view = new DataView(bytes.buffer);
  let length = 0;
  /** Where the next `size` bytes go. */
  const room = (size: number): number => {
    const at = length;
    length += size;
    if (length > bytes.length) {
      const larger = new Uint8Array(Math.max(2 * bytes.length, length));
      larger.set(bytes);
      bytes = larger;
      view = new DataView(bytes.buffer);
    }
    return at;
  };
  return {
    get length() {
      return length;
    },
    add: (part) => {
      const at = room(part.length); // may move the bytes
      bytes.set(part, at);
    },
    addUint16: (value) => {
      const at = room(2);
      view.setUint16(at, value, true);
    },
    addUint32: (value) => {
      const at = room(4);
      view.setUint32(at, value, true);
    },
    setUint32: (at, value) => view.setUint32(at, value, true),
    finish: () => bytes.slice(0, length),
  };
}
