/** The strip above the plots: support phases, contacts of heel, ball and toe, imbalance, findings. */
import { colour, GUTTER, prepare, RIGHT, timeToX } from './canvas.ts';
import { drawTimeAxis } from './plot.ts';
import type { Scene } from './unpack.ts';

const PHASE_COLOURS = ['flight', 'single', 'single', 'double', 'other'];
const PHASE_LETTERS = ['flight', 'L', 'R', 'L + R', 'other'];
/** Imbalance [m] at which the heat strip is fully red. */
const HOT = 0.05;
const COLD = 0.01; // up to here all is well

interface Row {
  readonly label: string;
  readonly top: number;
  readonly height: number;
}

/** Three bars of 8 pixels with 2 between. */
const FOOT_HEIGHT = 28;
const PARTS = ['toe', 'ball', 'heel'];

const ROWS: readonly Row[] = [
  { label: 'Support', top: 6, height: 20 },
  { label: 'L', top: 32, height: FOOT_HEIGHT },
  { label: 'R', top: 68, height: FOOT_HEIGHT },
  { label: 'Balance', top: 104, height: 16 },
  { label: 'Findings', top: 126, height: 18 },
];

export function drawTimeline(canvas: HTMLCanvasElement, scene: Scene, from: number, to: number): void {
  const { context, width, height } = prepare(canvas);
  drawTimeAxis(context, width, height, from, to);
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  context.fillStyle = colour('soft');
  for (const { label, top, height: size } of ROWS) {
    const isFoot = size === FOOT_HEIGHT;
    context.fillText(label, isFoot ? 14 : GUTTER - 8, top + size / 2);
    if (!isFoot) continue;
    for (const [i, part] of PARTS.entries()) context.fillText(part, GUTTER - 8, top + 4.5 + 10 * i);
  }
  context.save();
  context.beginPath();
  context.rect(GUTTER, 0, width - GUTTER - RIGHT, height);
  context.clip();
  // Half a frame to both sides, so that neighbouring frames join.
  const half = scene.data.frameTime / 2;
  const edges = (first: number, last: number): readonly [number, number] => [
    Math.floor(timeToX(scene.time[first]! - half, from, to, width)),
    Math.ceil(timeToX(scene.time[last]! + half, from, to, width)),
  ];
  drawPhases(context, scene, edges);
  drawContacts(context, scene, edges);
  drawHeat(context, scene, edges);
  drawFindings(context, scene, (t) => timeToX(t, from, to, width));
  context.restore();
}

type Edges = (first: number, last: number) => readonly [number, number];

/** Calls `draw` for every stretch of samples with the same key. */
function stretches(
  count: number,
  keyOf: (sample: number) => number,
  draw: (key: number, first: number, last: number) => void,
): void {
  let start = 0;
  for (let i = 1; i <= count; i++) {
    if (i < count && keyOf(i) === keyOf(start)) continue;
    draw(keyOf(start), start, i - 1);
    start = i;
  }
}

function drawPhases(context: CanvasRenderingContext2D, scene: Scene, edges: Edges): void {
  const row = ROWS[0]!;
  context.textAlign = 'center';
  stretches(
    scene.count,
    (i) => scene.phase[i]!,
    (phase, first, last) => {
      const [x1, x2] = edges(first, last);
      context.fillStyle = colour(PHASE_COLOURS[phase]!);
      context.fillRect(x1, row.top, x2 - x1, row.height);
      const text = PHASE_LETTERS[phase]!;
      if (x2 - x1 < context.measureText(text).width + 8) return;
      context.fillStyle = phase === 3 ? '#fff' : colour('ink');
      context.fillText(text, (x1 + x2) / 2, row.top + row.height / 2 + 1);
    },
  );
}

/** Three thin bars per foot: toe on top, heel at the bottom. */
function drawContacts(context: CanvasRenderingContext2D, scene: Scene, edges: Edges): void {
  for (let foot = 0; foot < 2; foot++) {
    const row = ROWS[1 + foot]!;
    for (let part = 0; part < 3; part++) {
      const bit = 1 << (3 * foot + part);
      const top = row.top + (2 - part) * 10;
      stretches(
        scene.count,
        (i) => scene.contacts[i]! & bit,
        (touches, first, last) => {
          const [x1, x2] = edges(first, last);
          context.fillStyle = colour(touches ? 'contact' : 'grid');
          context.fillRect(x1, top, x2 - x1, 8);
        },
      );
    }
  }
}

/** Green where balanced, over amber to red by how far the body would have to shift; grey where not judged. */
function drawHeat(context: CanvasRenderingContext2D, scene: Scene, edges: Edges): void {
  const row = ROWS[3]!;
  const levels = 12;
  const levelOf = (i: number): number => {
    if (!(scene.contacts[i]! & 64)) return -1;
    const value = scene.series.imbalance[i]!;
    return value > COLD ? Math.min(levels, Math.ceil((levels * (value - COLD)) / (HOT - COLD))) : 0;
  };
  stretches(scene.count, levelOf, (level, first, last) => {
    const [x1, x2] = edges(first, last);
    const share = Math.round((100 * Math.max(0, level)) / levels);
    const mix = `color-mix(in oklab, ${colour('out')} ${share}%, ${colour(share > 0 ? 'flight' : 'good')})`;
    context.fillStyle = level < 0 ? colour('grid') : mix;
    context.fillRect(x1, row.top, x2 - x1, row.height);
  });
}

function drawFindings(context: CanvasRenderingContext2D, scene: Scene, x: (t: number) => number): void {
  const row = ROWS[4]!;
  const tones: Readonly<Record<string, string>> = { error: 'bad', warning: 'warn', note: 'note' };
  // Errors last: they lie on top.
  for (const { severity, start, end } of [...scene.data.findings].reverse()) {
    const x1 = x(start);
    const wide = Math.max(4, x(end) - x1);
    context.fillStyle = colour(tones[severity] ?? 'note');
    context.beginPath();
    context.roundRect(x1, row.top + 4, wide, row.height - 8, 3);
    context.fill();
  }
}
