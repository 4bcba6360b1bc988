/** A moment of playing as plain data. */
import type { Blend } from './blend.ts';
import type { Stage } from './figure.ts';
import type { Foot } from './foot.ts';
import type { Play } from './play.ts';
import type { Legs } from './solve-legs.ts';

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

export const saveStage = ({ q, balls, feet, toes }: Stage): SavedStage => ({
  q: [...q],
  rest: [...balls, ...feet, ...toes],
});

export function restoreStage(stage: Stage, { q, rest }: SavedStage): void {
  stage.q.set(q);
  stage.balls.set(rest.slice(0, 6));
  stage.feet.set(rest.slice(6, 14));
  stage.toes.set(rest.slice(14));
}

export const saveBlend = ({ offsets, time }: Blend): SavedPlayback['blend'] => ({ rows: [...offsets.rows], time });

export function restoreBlend(blend: Blend, { rows, time }: SavedPlayback['blend']): void {
  blend.offsets.rows.set(rows);
  blend.time = time;
}

export const saveFoot = ({ stands, pinned, kept, offsets, time, aloft, until, rise, wanted }: Foot): SavedFoot => ({
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

export function restoreFoot(foot: Foot, { kept, rows, wanted, ...rest }: SavedFoot): void {
  Object.assign(foot, rest);
  foot.kept.set(kept);
  foot.offsets.rows.set(rows);
  foot.wanted.set(wanted);
}

export const saveLegs = ({ x, v }: Legs): readonly number[] => [...x, ...v];

export function restoreLegs({ x, v }: Legs, saved: readonly number[]): void {
  x.set(saved.slice(0, x.length));
  v.set(saved.slice(x.length));
}
