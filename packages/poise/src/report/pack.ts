/** Compact text for arrays of numbers inside the page. */
import type { Packed } from './page-data.ts';

export const UNDEFINED_CODE = 65535;
const CHUNK = 8192; // arguments per call of fromCharCode

export function base64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += CHUNK) text += String.fromCharCode(...bytes.subarray(i, i + CHUNK));
  return btoa(text);
}

/** 32-bit whole numbers, little-endian. */
export function packWhole(values: ArrayLike<number>): string {
  const bytes = new Uint8Array(4 * values.length);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < values.length; i++) view.setUint32(4 * i, values[i], true);
  return base64(bytes);
}

/** Numbers quantised to 65534 steps over their range: 0.1 mm over 6 m. NaN and infinities become "undefined". */
export function pack(values: ArrayLike<number>): Packed {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) continue;
    low = Math.min(low, values[i]);
    high = Math.max(high, values[i]);
  }
  if (low > high) low = high = 0;
  const step = high > low ? (high - low) / (UNDEFINED_CODE - 1) : 1;
  const bytes = new Uint8Array(2 * values.length);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < values.length; i++) {
    const code = Number.isFinite(values[i]) ? Math.round((values[i] - low) / step) : UNDEFINED_CODE;
    view.setUint16(2 * i, code, true);
  }
  return { low, step, codes: base64(bytes) };
}
