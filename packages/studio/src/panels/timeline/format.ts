/** Numbers as the timeline writes and reads them. */

/** m:ss with `decimals` places: 0:07, 1:02.5. */
export function clockText(t: number, decimals: number): string {
  const scale = 10 ** decimals;
  const ticks = Math.round(Math.max(0, t) * scale);
  const minutes = Math.floor(ticks / (60 * scale));
  const seconds = (ticks - minutes * 60 * scale) / scale;
  return `${minutes}:${seconds.toFixed(decimals).padStart(decimals > 0 ? decimals + 3 : 2, '0')}`;
}

/** mm:ss.mmm, the readout. */
export const readoutText = (t: number): string => clockText(t, 3).padStart(9, '0');

/** Centimetres with one decimal. */
export const centimetresText = (metres: number): string => `${(100 * metres).toFixed(1)} cm`;

export const SLOWEST = 0.1;
export const FASTEST = 4;
export const SPEEDS: readonly number[] = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 4];

/** A speed a person typed (0.5, 1/2, 50 %, 2x), held within 0.1–4; undefined when it is none. */
export function parseSpeed(text: string): number | undefined {
  const plain = text.trim().replace(',', '.').replace(/[x×]$/i, '').trim();
  const percent = /^([\d.]+)\s*%$/.exec(plain);
  const ratio = /^([\d.]+)\s*\/\s*([\d.]+)$/.exec(plain);
  const value = percent ? Number(percent[1]) / 100 : ratio ? Number(ratio[1]) / Number(ratio[2]) : Number(plain);
  if (plain === '' || !Number.isFinite(value) || value <= 0) return undefined;
  return Math.min(FASTEST, Math.max(SLOWEST, Math.round(100 * value) / 100));
}

/** A frame a person typed, as an index into the clip; undefined when it is no number. */
export function parseFrame(text: string, firstFrame: number, frameCount: number): number | undefined {
  const value = Number(text.trim());
  if (text.trim() === '' || !Number.isFinite(value)) return undefined;
  return Math.min(frameCount - 1, Math.max(0, Math.round(value) - firstFrame));
}
