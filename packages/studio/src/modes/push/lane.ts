/** The lane of answers: a bar from each push to its recovery in the colour of its strategy, steps and falls as marks. */
import { STRATEGIES, type Strategy } from 'poise/react';
import { clockText } from '../../panels/timeline/format.ts';
import type { Lane } from '../../panels/timeline/lanes.ts';
import { type Sheet, stretchEdges } from '../../panels/timeline/paint/sheet.ts';
import type { StudioState } from '../../state/types.ts';
import { type Run, type RunAnswer, runOnStage } from './types.ts';
import { STRATEGY_TITLES } from './words.ts';

export const runData = (state: StudioState): Run | undefined => runOnStage(state);

const COLOURS: Readonly<Record<Strategy | 'sway', string>> = {
  hip: '#c99b00',
  arm: '#e06a10',
  step: '#d6418f',
  sway: '#8a94a3',
};

const strategyOf = ({ answer }: RunAnswer): Strategy | 'sway' => answer.selection.chosen?.strategy ?? 'sway';

/** [s] when an answer ends: with the next push, or when balance is back; else it goes on. */
export function endOf(run: Run, index: number): number {
  const { time } = run.answers[index]!;
  const next = run.answers[index + 1]?.time ?? Number.POSITIVE_INFINITY;
  const back =
    run.marks.find((mark) => mark.kind === 'recovered' && mark.time > time)?.time ?? Number.POSITIVE_INFINITY;
  return Math.min(next, back, run.frames.count() * run.frameTime);
}

export function paintRun(sheet: Sheet, lane: Lane, run: Run | undefined): void {
  if (!run) return;
  const { ctx, palette } = sheet;
  const frame = (time: number): number => time / run.frameTime;
  run.answers.forEach((given, index) => {
    const [left, right] = stretchEdges(sheet, frame(given.time), frame(endOf(run, index)));
    if (right <= left) return;
    ctx.fillStyle = COLOURS[strategyOf(given)];
    ctx.globalAlpha = 0.45;
    ctx.fillRect(left, lane.y + 3, right - left, lane.height - 6);
    ctx.globalAlpha = 1;
    ctx.fillRect(left, lane.y, 2, lane.height);
    const wide = right - left > 64;
    ctx.fillStyle = palette.text;
    ctx.font = `11px ${palette.font}`;
    ctx.textBaseline = 'middle';
    ctx.textAlign = 'left';
    if (wide) ctx.fillText(labelOf(given), left + 6, lane.y + lane.height / 2);
  });
  for (const mark of run.marks) {
    if (mark.kind === 'recovered') continue;
    const [x] = stretchEdges(sheet, frame(mark.time) + 0.5, frame(mark.time));
    ctx.fillStyle = mark.kind === 'fall' ? palette.bad : mark.foot === 'left' ? palette.left : palette.right;
    const y = lane.y + lane.height - 5;
    ctx.beginPath();
    if (mark.kind === 'fall') ctx.rect(x - 2, lane.y, 4, lane.height);
    else ctx.arc(x, y, 4, 0, 2 * Math.PI);
    ctx.fill();
  }
}

const labelOf = (given: RunAnswer): string => `${strategyOf(given)} ${given.impulse.toFixed(0)} N·s`;

/** Which answer is in force at a frame; −1: none. */
export const indexAt = (run: Run, frame: number): number =>
  run.answers.findLastIndex((given, index) => {
    const time = frame * run.frameTime;
    return given.time <= time + 1e-6 && time <= endOf(run, index) + 1e-6;
  });

export function describeRun(at: number, run: Run | undefined): readonly string[] {
  const index = run ? indexAt(run, at) : -1;
  const given = run?.answers[index];
  if (!run || !given) return ['No push here'];
  const strategy = strategyOf(given);
  const name = STRATEGIES.includes(strategy as Strategy) ? STRATEGY_TITLES[strategy as Strategy] : 'Sway';
  const [from, to] = [given.time, endOf(run, index)];
  const steps = run.marks.filter(({ kind, time }) => kind === 'step' && time >= from && time <= to).length;
  return [
    `${name}: ${given.impulse.toFixed(0)} N·s at ${clockText(given.time, 2)}`,
    `${steps === 0 ? 'no step' : steps === 1 ? 'one step' : `${steps} steps`}, ${(to - from).toFixed(1)} s · click: look at the push`,
  ];
}
