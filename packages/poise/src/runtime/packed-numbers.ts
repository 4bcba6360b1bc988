/**
 * Numbers as bits, without loss. Most numbers of a moving body are 0, whole, or lie between 10⁻⁴ and 8, where four bits tell the exponent;
 * some fit in 32 bits.
 */
import { power } from '../math/power.ts';

/** Exponents −13 … 2 in four bits. */
const LEAST_EXPONENT = 1023 - 13;
const LEAST_SINGLE_EXPONENT = 127 - 13;
const WINDOW = 16;
/** Two bits: what follows. SINGLE and OTHER have one bit more. */
const [ZERO, NEAR, SINGLE, OTHER] = [0, 1, 2, 3];
const SMALLEST = -128;

export class BitWriter {
  #bytes = new Uint8Array(4096);
  #at = 0; // bits
  readonly #view = new DataView(new ArrayBuffer(8));

  /** The lowest `count` bits, at most 32, of a whole number. */
  bits(value: number, count: number): void {
    if (this.#at + count > 8 * this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#bytes.length + 8);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    for (let left = count; left > 0; ) {
      const free = 8 - (this.#at & 7);
      const part = Math.min(free, left);
      const chunk = (value >>> (left - part)) & ((1 << part) - 1);
      this.#bytes[this.#at >> 3] |= chunk << (free - part);
      this.#at += part;
      left -= part;
    }
  }

  number(x: number): void {
    const view = this.#view;
    if (Object.is(x, 0)) this.bits(ZERO, 2);
    else if (Number.isInteger(x) && x >= SMALLEST && x < -SMALLEST && !Object.is(x, -0)) {
      this.bits(OTHER, 2);
      this.bits(0, 1);
      this.bits(x - SMALLEST, 8);
    } else if (Math.fround(x) === x) {
      view.setFloat32(0, x);
      const all = view.getUint32(0);
      const exponent = ((all >>> 23) & 255) - LEAST_SINGLE_EXPONENT;
      const isNear = exponent >= 0 && exponent < WINDOW;
      this.bits(SINGLE, 2);
      this.bits(isNear ? 1 : 0, 1);
      if (isNear) {
        this.bits(((all >>> 31) << 4) | exponent, 5);
        this.bits(all & 0x7fffff, 23);
      } else this.bits(all, 32);
    } else {
      view.setFloat64(0, x);
      const [high, low] = [view.getUint32(0), view.getUint32(4)];
      const exponent = ((high >>> 20) & 2047) - LEAST_EXPONENT;
      if (exponent >= 0 && exponent < WINDOW) {
        this.bits(NEAR, 2);
        this.bits(((high >>> 31) << 4) | exponent, 5);
        this.bits(high & 0xfffff, 20);
      } else {
        this.bits(OTHER, 2);
        this.bits(1, 1);
        this.bits(high, 32);
      }
      this.bits(low, 32);
    }
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, (this.#at + 7) >> 3);
  }
}

export class BitReader {
  readonly #bytes: Uint8Array;
  readonly #view = new DataView(new ArrayBuffer(8));
  #at = 0; // bits

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Bits that are left. */
  get left(): number {
    return 8 * this.#bytes.length - this.#at;
  }

  /** Undefined past the end. */
  bits(count: number): number | undefined {
    if (count > this.left) return undefined;
    let value = 0;
    for (let left = count; left > 0; ) {
      const free = 8 - (this.#at & 7);
      const part = Math.min(free, left);
      const chunk = (this.#bytes[this.#at >> 3] >> (free - part)) & ((1 << part) - 1);
      value = value * power(2, part) + chunk;
      this.#at += part;
      left -= part;
    }
    return value;
  }

  number(): number | undefined {
    const code = this.bits(2);
    if (code === ZERO) return 0;
    if (code === NEAR) return this.#double(this.bits(5), this.bits(20));
    const more = this.bits(1);
    if (code === SINGLE)
      return more === 1 ? this.#nearSingle(this.bits(5), this.bits(23)) : this.#single(this.bits(32));
    if (code === undefined || more === undefined) return undefined;
    if (more === 1) return this.#wide(this.bits(32));
    const small = this.bits(8);
    return small === undefined ? undefined : small + SMALLEST;
  }

  #double(head: number | undefined, mantissa: number | undefined): number | undefined {
    if (head === undefined || mantissa === undefined) return undefined;
    return this.#wide((((head >> 4) << 31) | (((head & 15) + LEAST_EXPONENT) << 20) | mantissa) >>> 0);
  }

  #wide(high: number | undefined): number | undefined {
    const low = this.bits(32);
    if (high === undefined || low === undefined) return undefined;
    this.#view.setUint32(0, high);
    this.#view.setUint32(4, low);
    return this.#view.getFloat64(0);
  }

  #nearSingle(head: number | undefined, mantissa: number | undefined): number | undefined {
    if (head === undefined || mantissa === undefined) return undefined;
    return this.#single((((head >> 4) << 31) | (((head & 15) + LEAST_SINGLE_EXPONENT) << 23) | mantissa) >>> 0);
  }

  #single(all: number | undefined): number | undefined {
    if (all === undefined) return undefined;
    this.#view.setUint32(0, all);
    return this.#view.getFloat32(0);
  }
}
