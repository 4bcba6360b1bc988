/** The lane of reactions: a bar while somebody is out of balance, a mark for each push or ball, and for each step. */
import type { Strategy } from 'poise/react';
import { clockText } from '../../panels/timeline/format.ts';
import type { Lane } from '../../panels/timeline/lanes.ts';
import { type Sheet, stretchEdges } from '../../panels/timeline/paint/sheet.ts';
import type { ColourName } from '../../panels/timeline/palette.ts';
import { STRATEGY_TITLES } from './strategy-words.ts';
import { hitAt, type Run, type RunHit, type Status, turnAt } from './types.ts';
import { STATUS_TITLES } from './words.ts';

const COLOURS: Readonly<Record<Status, ColourName | undefined>> = {
  ready: undefined,
  recovering: 'accent',
  stepping: 'accent',
  stumbling: 'warn',
  'one-foot': 'double',
  air: 'flight',
  fallen: 'bad',
  rising: 'warn',
  fault: 'bad',
};

const BY_STRATEGY: Readonly<Record<Strategy, string>> = { hip: '#c99b00', arm: '#e06a10', step: '#d6418f' };

const strategyOf = (hit: RunHit | undefined): Strategy | undefined => hit?.answer?.selection.chosen?.strategy;

export function paintRun(sheet: Sheet, lane: Lane, run: Run | undefined): void {
  if (!run) return;
  const { ctx, palette, base } = sheet;
  const frame = (time: number): number => time / run.frameTime;
  ctx.font = `13px ${palette.font}`;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  run.turns.forEach(({ time, status }, i) => {
    const colour = COLOURS[status];
    const end = run.turns[i + 1]?.time;
    const [left, right] = stretchEdges(sheet, frame(time), end === undefined ? base.frameCount - 0.5 : frame(end));
    if (!colour || right <= left) return;
    const strategy = colour === 'accent' ? strategyOf(hitAt(run, time)) : undefined;
    ctx.fillStyle = strategy ? BY_STRATEGY[strategy] : palette[colour];
    ctx.globalAlpha = 0.4;
    ctx.fillRect(left, lane.y + 3, right - left, lane.height - 6);
    ctx.globalAlpha = 1;
    ctx.fillStyle = palette.text;
    const words = strategy ? STRATEGY_TITLES[strategy].toLowerCase() : STATUS_TITLES[status];
    if (ctx.measureText(words).width + 18 < right - left) ctx.fillText(words, left + 9, lane.y + lane.height / 2);
  });
  for (const { time } of run.hits) mark(sheet, lane, frame(time), 4.5, palette.text, 0.5);
  for (const { time, foot } of run.steps) mark(sheet, lane, frame(time), 3.5, palette[foot], 0.85);
}

function mark(sheet: Sheet, lane: Lane, frame: number, radius: number, colour: string, down: number): void {
  const [x] = stretchEdges(sheet, frame + 0.5, frame);
  sheet.ctx.fillStyle = colour;
  sheet.ctx.beginPath();
  sheet.ctx.arc(x, lane.y + down * lane.height, radius, 0, 2 * Math.PI);
  sheet.ctx.fill();
}

export function describeRun(at: number, run: Run | undefined): readonly string[] {
  if (!run) return ['Nobody is pushed here'];
  const time = at * run.frameTime;
  const [hit, turn] = [hitAt(run, time), turnAt(run, time)];
  if (!turn || (!hit && turn.status === 'ready')) return ['Not pushed yet'];
  const now = turn.reason ? `${STATUS_TITLES[turn.status]}: ${turn.reason}` : STATUS_TITLES[turn.status];
  if (!hit) return [now];
  const steps = run.steps.filter((step) => step.time > hit.time && step.time <= time).length;
  const counted = steps === 0 ? 'no step' : steps === 1 ? 'one step' : `${steps} steps`;
  return [
    `${hit.impulse.toFixed(0)} N·s ${hit.from} at ${clockText(hit.time, 2)}`,
    `${now}, ${counted} since · click: look at the push`,
  ];
}
