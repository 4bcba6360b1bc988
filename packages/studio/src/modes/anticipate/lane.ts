/** The lane of phases: when it prepares, when it happens, when it settles, and where somebody falls. */
import type { Lane } from '../../panels/timeline/lanes.ts';
import { type Sheet, stretchEdges } from '../../panels/timeline/paint/sheet.ts';
import type { ColourName } from '../../panels/timeline/palette.ts';
import { clipOnStage } from '../../state/selectors.ts';
import type { StudioState } from '../../state/types.ts';
import { anticipateResult, phasesOf, type Shown } from './types.ts';
import { outcomeWords } from './words.ts';

/** The rollout on stage. */
export const phaseData = (state: StudioState): Shown | undefined => {
  const { with: shown } = anticipateResult(state);
  return shown && clipOnStage(state) === shown.recording.clip ? shown : undefined;
};

interface Phase {
  readonly letter: string;
  readonly name: string;
  readonly from: number; // [s]
  readonly to: number;
  readonly colour: ColourName;
}

function phasesIn({ scenario }: Shown): readonly Phase[] {
  const { task, settle, end } = phasesOf(scenario);
  return [
    { letter: 'P', name: 'prepare', from: 0, to: task, colour: 'accent' },
    { letter: 'T', name: 'impact', from: task, to: settle, colour: 'right' },
    { letter: 'D', name: 'settle', from: settle, to: end, colour: 'text-2' },
  ];
}

export function paintPhases(sheet: Sheet, lane: Lane, shown: Shown | undefined): void {
  if (!shown) return;
  const { ctx, palette } = sheet;
  const frame = (time: number): number => time / shown.recording.clip.frameTime;
  ctx.font = `13px ${palette.font}`;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  for (const { letter, name, from, to, colour } of phasesIn(shown)) {
    const [left, right] = stretchEdges(sheet, frame(from) + 0.5, frame(to) - 0.5);
    if (right <= left) continue;
    ctx.fillStyle = palette[colour];
    ctx.globalAlpha = 0.22;
    ctx.fillRect(left, lane.y + 2, right - left - 1, lane.height - 4);
    ctx.globalAlpha = 1;
    ctx.fillStyle = palette.text;
    const words = `${letter}: ${name}`;
    const fits = ctx.measureText(words).width + 10 < right - left;
    if (right - left > 14) ctx.fillText(fits ? words : letter, left + 5, lane.y + lane.height / 2);
  }
  const { fall } = shown.recording.rollout;
  if (!fall) return;
  const [x] = stretchEdges(sheet, frame(fall.time) + 0.5, frame(fall.time));
  ctx.fillStyle = palette.bad;
  ctx.fillRect(x - 2, lane.y, 4, lane.height);
}

export function describePhases(at: number, shown: Shown | undefined): readonly string[] {
  if (!shown) return ['Not made by Anticipate'];
  const time = at * shown.recording.clip.frameTime;
  const phase = phasesIn(shown).find(({ from, to }) => time >= from && time <= to);
  return [
    phase ? `${phase.letter}: ${phase.name}, ${phase.from.toFixed(2)} to ${phase.to.toFixed(2)} s` : 'After the end',
    outcomeWords(shown.recording.rollout),
  ];
}
