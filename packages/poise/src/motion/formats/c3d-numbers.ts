/**
 * Numbers as the three kinds of machine behind C3D files store them: Intel (little endian, IEEE), DEC (little endian words,
 * VAX F-floating) and MIPS (big endian, IEEE).
 */
export type Processor = 'intel' | 'dec' | 'mips';

/** Code in the parameter section's fourth byte. */
export const PROCESSORS: Readonly<Record<number, Processor>> = { 84: 'intel', 85: 'dec', 86: 'mips' };

/** Reads numbers at byte offsets. The caller keeps the offsets inside the file. */
export interface NumberReader {
  readonly processor: Processor;
  readonly length: number; // bytes in the file
  int16(at: number): number;
  uint16(at: number): number;
  float32(at: number): number; // NaN and infinities come back as NaN
}

export function createNumberReader(data: Uint8Array, processor: Processor): NumberReader {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const little = processor !== 'mips';
  const scratch = new DataView(new ArrayBuffer(4));
  const ieee = (at: number): number => {
    const value = view.getFloat32(at, little);
    return Number.isFinite(value) ? value : Number.NaN;
  };
  // F-floating: the 16-bit words are swapped, and the exponent's bias is 128 with a hidden 0.1 instead of 1.0: a quarter of
  // the IEEE reading. A zero exponent is zero whatever the fraction.
  const dec = (at: number): number => {
    const high = view.getUint16(at, true);
    if ((high & 0x7f80) === 0) return 0;
    scratch.setUint16(0, high);
    scratch.setUint16(2, view.getUint16(at + 2, true));
    const value = scratch.getFloat32(0) / 4;
    return Number.isFinite(value) ? value : Number.NaN;
  };
  return {
    processor,
    length: data.byteLength,
    int16: (at) => view.getInt16(at, little),
    uint16: (at) => view.getUint16(at, little),
    float32: processor === 'dec' ? dec : ieee,
  };
}
