/** The picture as a file. */
import type { WebGLRenderer } from 'three';

/** Draws once with `scale` pixels per CSS pixel, as far as the graphics card goes, and hands out the PNG. */
export function takeSnapshot(renderer: WebGLRenderer, scale: number, draw: () => void): Promise<Blob> {
  const canvas = renderer.domElement;
  const ratio = renderer.getPixelRatio();
  const longest = Math.max(canvas.width, canvas.height) / ratio;
  const wanted = Math.min(scale, renderer.capabilities.maxTextureSize / longest);
  if (wanted !== ratio) renderer.setPixelRatio(wanted);
  draw();
  // The picture is read in this task: in the next one the canvas may be empty.
  const picture = new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be taken.'))), 'image/png');
  });
  if (wanted !== ratio) {
    renderer.setPixelRatio(ratio);
    draw();
  }
  return picture;
}
