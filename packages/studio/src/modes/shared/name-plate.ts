/** A few words that stand in the scene and always face the camera, as large on the screen wherever they are. */
import { CanvasTexture, LinearFilter, PerspectiveCamera, Sprite, SpriteMaterial, SRGBColorSpace, Vector2 } from 'three';

export interface NamePlate {
  readonly object: Sprite;
  /** Main words and, smaller below, more lines; empty: nothing is shown. */
  readonly say: (title: string, more: readonly string[], dark: boolean, accent: string) => void;
  readonly dispose: () => void;
}

const RATIO = 2; // texels per CSS pixel
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
const HEIGHT = { title: 17, more: 14, pad: 6 } as const; // [CSS px]

export function createNamePlate(): NamePlate {
  const canvas = document.createElement('canvas');
  const texture = new CanvasTexture(canvas);
  texture.minFilter = LinearFilter;
  texture.generateMipmaps = false;
  texture.colorSpace = SRGBColorSpace;
  const material = new SpriteMaterial({ map: texture, sizeAttenuation: false, depthTest: false, toneMapped: false });
  const object = new Sprite(material);
  object.renderOrder = 60;
  object.center.set(0.5, 0);
  object.visible = false;
  let said = '';
  const seen = new Vector2();
  // A sprite that does not shrink with distance is measured at a distance of one metre.
  object.onBeforeRender = (renderer, _, camera) => {
    if (!(camera instanceof PerspectiveCamera)) return;
    renderer.getSize(seen);
    const perPixel = (2 * Math.tan((camera.fov * Math.PI) / 360)) / (seen.y * camera.zoom);
    object.scale.set((canvas.width / RATIO) * perPixel, (canvas.height / RATIO) * perPixel, 1);
  };
  return {
    object,
    say(title, more, dark, accent) {
      const words = [title, ...more, dark, accent].join('\n');
      object.visible = title !== '';
      if (words === said || title === '') return;
      said = words;
      paint(canvas, title, more, dark, accent);
      texture.dispose(); // its size may have changed
      texture.needsUpdate = true;
    },
    dispose() {
      texture.dispose();
      material.dispose();
    },
  };
}

function paint(canvas: HTMLCanvasElement, title: string, more: readonly string[], dark: boolean, accent: string): void {
  const ctx = canvas.getContext('2d');
  if (!ctx) return;
  const fonts = [`600 13px ${FONT}`, `13px ${FONT}`] as const;
  const widthOf = (text: string, font: string): number => {
    ctx.font = font;
    return ctx.measureText(text).width;
  };
  const width = Math.ceil(
    Math.max(widthOf(title, fonts[0]), ...more.map((line) => widthOf(line, fonts[1]))) + 2 * HEIGHT.pad + 8,
  );
  const height = HEIGHT.title + more.length * HEIGHT.more + 2 * HEIGHT.pad - 2;
  canvas.width = RATIO * width;
  canvas.height = RATIO * height;
  ctx.scale(RATIO, RATIO);
  ctx.fillStyle = dark ? 'rgb(18 22 28 / 82%)' : 'rgb(255 255 255 / 86%)';
  ctx.beginPath();
  ctx.roundRect(0, 0, width, height, 6);
  ctx.fill();
  ctx.fillStyle = accent;
  ctx.fillRect(0, 4, 3, height - 8);
  ctx.textBaseline = 'top';
  ctx.textAlign = 'center';
  ctx.font = fonts[0];
  ctx.fillStyle = dark ? '#eef1f5' : '#171a1f';
  ctx.fillText(title, width / 2 + 1, HEIGHT.pad);
  ctx.font = fonts[1];
  ctx.fillStyle = dark ? '#b4bdca' : '#454e5c';
  more.forEach((line, i) => {
    ctx.fillText(line, width / 2 + 1, HEIGHT.pad + HEIGHT.title + i * HEIGHT.more);
  });
}
