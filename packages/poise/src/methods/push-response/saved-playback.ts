/** A moment of playing as plain data. */
import type { Blend } from './blend.ts';
import type { Stage } from './figure.ts';
import type { Play } from './play.ts';

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
  readonly lastDt: number;
  readonly springs: readonly number[];
  readonly legs: readonly number[]; // heels up, hips down
  readonly shown: SavedStage;
  readonly before: SavedStage;
  readonly neutral: readonly number[];
  readonly blend: {
    readonly rows: readonly number[];
    readonly time: number;
    readonly airborne: readonly number[];
    readonly landing: readonly number[];
    readonly holds: readonly { shift: readonly number[]; turn: readonly number[]; lift: number; land: number }[];
  };
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

export const saveBlend = ({ offsets, time, airborne, landing, holds }: Blend): SavedPlayback['blend'] => ({
  rows: [...offsets.rows],
  time,
  airborne: [...airborne],
  landing: [...landing],
  holds: holds.map(({ shift, turn, lift, land }) => ({ shift: [...shift], turn: [...turn], lift, land })),
});

export function restoreBlend(blend: Blend, saved: SavedPlayback['blend']): void {
  blend.offsets.rows.set(saved.rows);
  blend.time = saved.time;
  blend.airborne.set(saved.airborne);
  blend.landing.set(saved.landing);
  saved.holds.forEach(({ shift, turn, lift, land }, side) => {
    const hold = blend.holds[side];
    hold.shift.set(shift);
    hold.turn.set(turn);
    hold.lift = lift;
    hold.land = land;
  });
}
