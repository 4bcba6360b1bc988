/** The lane of hits: balls as marks, and how the character fares as a bar. */
import { clockText } from '../../panels/timeline/format.ts';
import type { Lane } from '../../panels/timeline/lanes.ts';
import { type Sheet, stretchEdges } from '../../panels/timeline/paint/sheet.ts';
import type { ColourName } from '../../panels/timeline/palette.ts';
import { type GaitStatus, hitAt, type Run, turnAt } from './types.ts';

const COLOURS: Readonly<Record<GaitStatus, ColourName | undefined>> = {
  undisturbed: undefined,
  recovered: undefined,
  recovering: 'accent',
  stumble: 'warn',
  fall: 'bad',
};

export function paintRun(sheet: Sheet, lane: Lane, run: Run | undefined): void {
  if (!run) return;
  const { ctx, palette, base } = sheet;
  const frame = (time: number): number => time / run.frameTime;
  run.turns.forEach(({ time, status }, i) => {
    const colour = COLOURS[status];
    const next = run.turns[i + 1];
    const [left, right] = stretchEdges(sheet, frame(time), next ? frame(next.time) : base.frameCount - 0.5);
    if (!colour || right <= left) return;
    ctx.fillStyle = palette[colour];
    ctx.globalAlpha = 0.4;
    ctx.fillRect(left, lane.y + 4, right - left, lane.height - 8);
    ctx.globalAlpha = 1;
  });
  for (const { time } of run.hits) {
    const [x] = stretchEdges(sheet, frame(time) + 0.5, frame(time));
    ctx.fillStyle = palette.text;
    ctx.beginPath();
    ctx.arc(x, lane.y + lane.height / 2, 4.5, 0, 2 * Math.PI);
    ctx.fill();
  }
}

export function describeRun(at: number, run: Run | undefined): readonly string[] {
  if (!run) return ['Nobody is hit here'];
  const time = at * run.frameTime;
  const [hit, turn] = [hitAt(run, time), turnAt(run, time)];
  if (!hit || !turn || !COLOURS[turn.status]) return ['Undisturbed'];
  const steps = run.steps.filter((step) => step.time > hit.time && step.time <= time).length;
  return [
    `${hit.impulse.toFixed(0)} N·s ${hit.from} at ${clockText(hit.time, 2)}`,
    `${turn.status}, ${steps} ${steps === 1 ? 'step' : 'steps'} since · click: look at the hit`,
  ];
}
