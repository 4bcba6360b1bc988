/** The clip as an animated GIF: small, with the colours that serve its pictures best. */
import { coloursOf, type GifPicture, writeGif } from 'poise/io';
import { pause, pictureCount, type RecordOptions, type RecordStage } from './film.ts';

const FPS = 15; // most, since every picture is stored whole
const LONGEST = 480; // [pixels] of the longer side
const SAMPLES = 6; // pictures that the colours are chosen from

export async function recordGif(
  stage: RecordStage,
  wish: RecordOptions,
  cancelled: () => boolean,
): Promise<Blob | undefined> {
  const options = { ...wish, fps: Math.min(FPS, wish.fps) };
  const scale = Math.min(1, LONGEST / Math.max(stage.canvas.width, stage.canvas.height));
  const width = Math.max(1, Math.round(stage.canvas.width * scale));
  const height = Math.max(1, Math.round(stage.canvas.height * scale));
  const small = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!small) throw new Error('This browser cannot read pictures. Choose WebM.');
  small.imageSmoothingQuality = 'high';
  const pictures: GifPicture[] = [];
  const count = pictureCount(options);
  for (let i = 0; i < count && !cancelled(); i++) {
    stage.drawAt(options.from + i / options.fps);
    small.drawImage(stage.canvas, 0, 0, width, height);
    pictures.push({ width, height, rgb: withoutAlpha(small.getImageData(0, 0, width, height).data) });
    options.onProgress?.((i + 1) / count);
    await pause();
  }
  if (cancelled()) return undefined;
  const every = Math.max(1, Math.floor(count / SAMPLES));
  const colours = coloursOf(pictures.filter((_, i) => i % every === 0));
  return new Blob([writeGif(pictures, Math.round(100 / options.fps), colours)], { type: 'image/gif' });
}

function withoutAlpha(rgba: Uint8ClampedArray): Uint8Array {
  const rgb = new Uint8Array((3 * rgba.length) / 4);
  for (let i = 0, o = 0; i < rgba.length; i += 4, o += 3) {
    rgb[o] = rgba[i]!;
    rgb[o + 1] = rgba[i + 1]!;
    rgb[o + 2] = rgba[i + 2]!;
  }
  return rgb;
}
