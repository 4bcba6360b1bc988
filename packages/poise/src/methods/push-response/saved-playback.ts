/** A moment of playing as plain data. */
import type { Blend } from './blend.ts';
import type { Figure, Stage } from './figure.ts';
import type { Foot } from './foot.ts';
import type { IdleBase } from './idle-base.ts';
import type { Play } from './play.ts';
import type { Legs } from './solve-legs.ts';
import type { Springs } from './springs.ts';

export type SavedPlay = Omit<Play, 'entry' | 'channels'> & { readonly entry: number };

export interface SavedStage {
  readonly q: readonly number[];
  readonly rest: readonly number[];
}

export interface SavedPlayback {
  readonly idle: { readonly time: number; readonly yaw: number; readonly x: number; readonly z: number };
  readonly yaw: number;
  readonly play: SavedPlay | undefined;
  readonly playTime: number;
  readonly haste: number;
  readonly lastDt: number;
  readonly springs: readonly number[];
  readonly legs: readonly number[];
  readonly shown: SavedStage;
  readonly before: SavedStage;
  readonly neutral: readonly number[];
  readonly blend: { readonly rows: readonly number[]; readonly time: number };
  readonly feet: readonly [SavedFoot, SavedFoot];
}

export interface SavedFoot {
  readonly stands: boolean;
  readonly pinned: boolean;
  readonly kept: readonly number[];
  readonly rows: readonly number[];
  readonly time: number;
  readonly aloft: number;
  readonly until: number;
  readonly rise: number;
  readonly wanted: readonly number[];
}

const saveStage = ({ q, balls, feet, toes }: Stage): SavedStage => ({
  q: [...q],
  rest: [...balls, ...feet, ...toes],
});

function restoreStage(stage: Stage, { q, rest }: SavedStage): void {
  stage.q.set(q);
  stage.balls.set(rest.slice(0, 6));
  stage.feet.set(rest.slice(6, 14));
  stage.toes.set(rest.slice(14));
}

const saveBlend = ({ offsets, time }: Blend): SavedPlayback['blend'] => ({ rows: [...offsets.rows], time });

function restoreBlend(blend: Blend, { rows, time }: SavedPlayback['blend']): void {
  blend.offsets.rows.set(rows);
  blend.time = time;
}

const saveFoot = ({ stands, pinned, kept, offsets, time, aloft, until, rise, wanted }: Foot): SavedFoot => ({
  stands,
  pinned,
  kept: [...kept],
  rows: [...offsets.rows],
  time,
  aloft,
  until,
  rise,
  wanted: [...wanted],
});

function restoreFoot(foot: Foot, { kept, rows, wanted, ...rest }: SavedFoot): void {
  Object.assign(foot, rest);
  foot.kept.set(kept);
  foot.offsets.rows.set(rows);
  foot.wanted.set(wanted);
}

const saveLegs = ({ x, v, lost }: Legs): readonly number[] => [...x, ...v, lost];

function restoreLegs(legs: Legs, saved: readonly number[]): void {
  const { x, v } = legs;
  x.set(saved.slice(0, x.length));
  v.set(saved.slice(x.length, 2 * x.length));
  legs.lost = saved[2 * x.length];
}

/** What goes on from frame to frame, but for the motion in play. */
export interface PlaybackParts {
  readonly idle: IdleBase;
  readonly figure: Figure;
  readonly springs: Springs;
  readonly legs: Legs;
  readonly shown: Stage;
  readonly before: Stage;
  readonly blend: Blend;
  readonly feet: readonly [Foot, Foot];
}

type SavedParts = Pick<SavedPlayback, 'idle' | 'springs' | 'legs' | 'shown' | 'before' | 'neutral' | 'blend' | 'feet'>;

export const saveParts = ({ idle, figure, springs, legs, shown, before, blend, feet }: PlaybackParts): SavedParts => ({
  idle: { time: idle.time, ...idle.placement },
  springs: [...springs.x, ...springs.v],
  legs: saveLegs(legs),
  shown: saveStage(shown),
  before: saveStage(before),
  neutral: [...figure.neutral, ...figure.hipsInRoot],
  blend: saveBlend(blend),
  feet: [saveFoot(feet[0]), saveFoot(feet[1])],
});

export function restoreParts(parts: PlaybackParts, saved: SavedParts): void {
  const { time, ...placement } = saved.idle;
  parts.idle.time = time;
  Object.assign(parts.idle.placement, placement);
  parts.springs.x.set(saved.springs.slice(0, 6));
  parts.springs.v.set(saved.springs.slice(6));
  restoreLegs(parts.legs, saved.legs);
  restoreStage(parts.shown, saved.shown);
  restoreStage(parts.before, saved.before);
  parts.figure.neutral.set(saved.neutral.slice(0, -3));
  parts.figure.hipsInRoot.set(saved.neutral.slice(-3));
  restoreBlend(parts.blend, saved.blend);
  restoreFoot(parts.feet[0], saved.feet[0]);
  restoreFoot(parts.feet[1], saved.feet[1]);
}
