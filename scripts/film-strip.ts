// Film strips of clips, drawn without a graphics card: the mannequin in some poses, side by side, as PNG.
import { writePng } from '../packages/poise/src/cli/picture/png.ts';
import { type Clip, frameAt } from '../packages/poise/src/motion/clip.ts';
import { type SkinnedMesh, skinnedPositions } from '../packages/poise/src/motion/skinned-mesh.ts';

export interface StripOptions {
  readonly times: readonly number[]; // [s] one pose each
  readonly turn: number; // [rad] of the camera about the vertical: 0 from the front, π/2 from the character's left
  readonly spacing: number; // [m] between poses
  readonly scale: number; // [pixels per metre]
  readonly height: number; // [m] shown above the ground
  readonly travel: boolean; // poses stay where they are in the world, seen from the side; else each is centred
}

export const STRIP_DEFAULTS: Omit<StripOptions, 'times'> = {
  turn: 0.9,
  spacing: 0.8,
  scale: 170,
  height: 1.95,
  travel: false,
};

const SAMPLES = 2; // per pixel and direction
const PAPER = [246, 246, 244] as const;
const LIGHT = normalised([0.35, 0.8, 0.5]); // in camera axes: right, up, towards the viewer
const TILT = 0.12; // [rad] the camera looks down a little

type Vec = readonly [number, number, number];

interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly colour: Uint8ClampedArray; // width×height×3
  readonly depth: Float64Array;
}

/** PNG bytes of a strip. */
export function drawStrip(
  clip: Clip,
  mesh: SkinnedMesh,
  options: Partial<StripOptions> & Pick<StripOptions, 'times'>,
): Uint8Array {
  const o = { ...STRIP_DEFAULTS, ...options };
  const below = 0.14;
  const canvas = createCanvas(
    Math.round(o.times.length * o.spacing * o.scale) * SAMPLES,
    Math.round((o.height + below) * o.scale) * SAMPLES,
  );
  o.times.forEach((t, index) => {
    const frame = Math.min(clip.frameCount - 1, Math.round(t / clip.frameTime));
    const points = skinnedPositions(mesh, clip.skeleton, frameAt(clip, frame));
    const centre = o.travel ? [0, 0, 0] : middleOf(points);
    const across = o.travel ? 0.5 * o.spacing : (index + 0.5) * o.spacing;
    const view = (x: number, y: number, z: number): Vec => {
      const [cos, sin] = [Math.cos(o.turn), Math.sin(o.turn)];
      const right = cos * (x - centre[0]) - sin * (z - centre[2]);
      const near = sin * (x - centre[0]) + cos * (z - centre[2]);
      const up = Math.cos(TILT) * y - Math.sin(TILT) * near;
      const pixels = o.scale * SAMPLES;
      return [(right + across) * pixels, (o.height - up) * pixels, near * Math.cos(TILT) + Math.sin(TILT) * y];
    };
    drawPerson(canvas, mesh, points, view);
  });
  return encodePng(canvas);
}

function createCanvas(width: number, height: number): Canvas {
  const colour = new Uint8ClampedArray(3 * width * height);
  for (let k = 0; k < colour.length; k++) colour[k] = PAPER[k % 3]!;
  return { width, height, colour, depth: new Float64Array(width * height).fill(Number.NEGATIVE_INFINITY) };
}

/** Middle over the ground of the whole surface. */
function middleOf(points: Float64Array): Vec {
  let [x0, x1, z0, z1] = [1e9, -1e9, 1e9, -1e9];
  for (let k = 0; k < points.length; k += 3) {
    [x0, x1] = [Math.min(x0, points[k]!), Math.max(x1, points[k]!)];
    [z0, z1] = [Math.min(z0, points[k + 2]!), Math.max(z1, points[k + 2]!)];
  }
  return [(x0 + x1) / 2, 0, (z0 + z1) / 2];
}

function drawPerson(
  canvas: Canvas,
  mesh: SkinnedMesh,
  points: Float64Array,
  view: (x: number, y: number, z: number) => Vec,
): void {
  const seen: Vec[] = [];
  const shadow: Vec[] = [];
  for (let k = 0; k < points.length; k += 3) {
    const [x, y, z] = [points[k]!, points[k + 1]!, points[k + 2]!];
    seen.push(view(x, y, z));
    const [sx, sy] = view(x - 0.25 * y, 0, z - 0.1 * y);
    shadow.push([sx, sy, -50]);
  }
  for (const { material, start, count } of mesh.groups) {
    const base = mesh.materials[material]!.colour;
    for (let i = start; i < start + count; i += 3) {
      const corners = [mesh.indices[i]!, mesh.indices[i + 1]!, mesh.indices[i + 2]!] as const;
      fill(
        canvas,
        corners.map((corner) => shadow[corner]!),
        () => [214, 214, 212],
      );
      const [a, b, c] = corners.map((corner) => seen[corner]!) as [Vec, Vec, Vec];
      // Screen y runs down; counter-clockwise from outside becomes clockwise on the screen.
      const turned = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
      if (turned >= 0) continue;
      const dark = corners.reduce((sum, corner) => sum + mesh.shades[corner]! / 3, 0);
      const light = lightOn(a, b, c);
      fill(canvas, [a, b, c], () =>
        base.map((part) => 255 * Math.min(1, part * (0.35 + 0.75 * light) * (0.45 + 0.55 * dark)) ** (1 / 2.2)),
      );
    }
  }
}

/** Share of light on a triangle in screen axes, by its normal. */
function lightOn(a: Vec, b: Vec, c: Vec): number {
  const scale = 1 / (170 * SAMPLES);
  const u: Vec = [(b[0] - a[0]) * scale, -(b[1] - a[1]) * scale, b[2] - a[2]];
  const v: Vec = [(c[0] - a[0]) * scale, -(c[1] - a[1]) * scale, c[2] - a[2]];
  const n = normalised([u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]);
  return 0.5 + 0.5 * (n[0] * LIGHT[0] + n[1] * LIGHT[1] + n[2] * LIGHT[2]);
}

/** Fills a triangle where it is nearer than what is there. */
function fill(canvas: Canvas, [a, b, c]: readonly Vec[], colour: () => readonly number[]): void {
  const area = (b![0] - a![0]) * (c![1] - a![1]) - (b![1] - a![1]) * (c![0] - a![0]);
  if (Math.abs(area) < 1e-9) return;
  const tone = colour();
  const range = (k: 0 | 1, size: number): [number, number] => [
    Math.max(0, Math.floor(Math.min(a![k], b![k], c![k]))),
    Math.min(size - 1, Math.ceil(Math.max(a![k], b![k], c![k]))),
  ];
  const [x0, x1] = range(0, canvas.width);
  const [y0, y1] = range(1, canvas.height);
  for (let y = y0; y <= y1; y++) {
    for (let x = x0; x <= x1; x++) {
      const wb = ((x - a![0]) * (c![1] - a![1]) - (y - a![1]) * (c![0] - a![0])) / area;
      const wc = ((b![0] - a![0]) * (y - a![1]) - (b![1] - a![1]) * (x - a![0])) / area;
      if (wb < -1e-6 || wc < -1e-6 || wb + wc > 1 + 1e-6) continue;
      const depth = a![2] + wb * (b![2] - a![2]) + wc * (c![2] - a![2]);
      const at = y * canvas.width + x;
      if (depth <= canvas.depth[at]!) continue;
      canvas.depth[at] = depth;
      for (let k = 0; k < 3; k++) canvas.colour[3 * at + k] = tone[k]!;
    }
  }
}

function normalised(v: Vec): Vec {
  const size = Math.hypot(...v) || 1;
  return [v[0] / size, v[1] / size, v[2] / size];
}

/** Averages the samples, coarsens the tones a little (the file gets smaller) and packs them. */
function encodePng({ width, height, colour }: Canvas): Uint8Array {
  const [w, h] = [width / SAMPLES, height / SAMPLES];
  const rgb = new Uint8Array(3 * w * h);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < 3 * w; x++) {
      let sum = 0;
      for (let j = 0; j < SAMPLES; j++) {
        for (let i = 0; i < SAMPLES; i++) {
          sum += colour[3 * ((y * SAMPLES + j) * width + Math.floor(x / 3) * SAMPLES + i) + (x % 3)]!;
        }
      }
      rgb[y * 3 * w + x] = Math.min(255, 4 * Math.round(sum / SAMPLES ** 2 / 4));
    }
  }
  return writePng({ width: w, height: h, rgb });
}
