/** The lane of Simulate: how it does over time, and when it was pushed. */
import { clockText } from '../../panels/timeline/format.ts';
import type { Lane } from '../../panels/timeline/lanes.ts';
import { type Sheet, stretchEdges } from '../../panels/timeline/paint/sheet.ts';
import type { ColourName } from '../../panels/timeline/palette.ts';
import { type Run, type SimStatus, turnAt } from './types.ts';

const COLOURS: Readonly<Record<SimStatus, ColourName>> = {
  stands: 'good',
  sways: 'accent',
  'one-foot': 'double',
  air: 'flight',
  fallen: 'bad',
  fault: 'bad',
};

const TITLES: Readonly<Record<SimStatus, string>> = {
  stands: 'stands',
  sways: 'keeps its balance',
  'one-foot': 'on one foot',
  air: 'in the air',
  fallen: 'fell',
  fault: 'the engine gave up',
};

export function paintRun(sheet: Sheet, lane: Lane, run: Run | undefined): void {
  if (!run) return;
  const { ctx, palette, base } = sheet;
  ctx.font = `11px ${palette.font}`;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  run.turns.forEach(({ frame, status }, i) => {
    const end = run.turns[i + 1]?.frame ?? base.frameCount;
    const [left, right] = stretchEdges(sheet, frame + 0.5, Math.min(end, base.frameCount) - 0.5);
    if (right <= left) return;
    ctx.fillStyle = palette[COLOURS[status]];
    ctx.globalAlpha = status === 'stands' ? 0.18 : 0.4;
    ctx.fillRect(left, lane.y + 2, right - left, lane.height - 4);
    ctx.globalAlpha = 1;
    ctx.fillStyle = palette.text;
    const words = TITLES[status];
    if (ctx.measureText(words).width + 10 < right - left) ctx.fillText(words, left + 5, lane.y + lane.height / 2);
  });
}

export function describeRun(at: number, run: Run | undefined): readonly string[] {
  const turn = turnAt(run, at);
  if (!run || !turn) return ['Nobody is simulated here'];
  const push = run.pushes.findLast(({ frame }) => frame <= at);
  return [
    turn.words ? `${TITLES[turn.status]}: ${turn.words}` : TITLES[turn.status],
    ...(push ? [`pushed with ${push.impulse.toFixed(0)} N·s at ${clockText(push.frame * run.frameTime, 2)}`] : []),
  ];
}
