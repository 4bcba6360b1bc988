/** Where a foot is held less than its stands ask for, because holding it would show. */
import { ease } from '../../math/ease.ts';

export interface Easing {
  readonly hold: Float64Array; // frames: 1 as asked … 0 not at all
  readonly rest: Float64Array; // frames: 0 … 1 nothing of hips, legs and toes moves
  readonly calm: Float64Array; // frames: 0 … 1 toes turn slowly: a twitch that shows once the foot stands
  readonly stiff: Float64Array; // frames: 0 … 1 toes are not bent out of the floor
}

export const LOOSE = 0.4; // hold of a foot that may give way by millimetres
const RAMP = 0.1; // [s] over which a foot is let go and taken again

export const createEasing = (frames: number): Easing => ({
  hold: new Float64Array(frames).fill(1),
  rest: new Float64Array(frames),
  calm: new Float64Array(frames),
  stiff: new Float64Array(frames),
});

/** 1 within `reach` [s] of the frames, fading to 0 over RAMP beyond. */
function windowShare(frame: number, start: number, end: number, reach: number, frameTime: number): number {
  const away = Math.max(0, start - frame, frame - end) * frameTime;
  return 1 - ease((away - reach) / RAMP);
}

/** Holds the foot by no more than `least` around some frames. */
export function letGo(
  { hold }: Easing,
  start: number,
  end: number,
  reach: number,
  frameTime: number,
  least: number,
): void {
  for (let frame = 0; frame < hold.length; frame++) {
    const share = windowShare(frame, start, end, reach, frameTime);
    hold[frame] = Math.min(hold[frame], 1 - share * (1 - least));
  }
}

/** Leaves hips, legs and feet as they are around some frames. */
export function leaveAlone({ rest, calm }: Easing, start: number, end: number, reach: number, frameTime: number): void {
  raise(rest, start, end, reach, frameTime);
  rest.forEach((share, frame) => {
    calm[frame] = Math.min(calm[frame], 1 - share);
  });
}

/** Makes toes turn slowly around some frames. */
export const calmDown = ({ calm }: Easing, start: number, end: number, reach: number, frameTime: number): void =>
  raise(calm, start, end, reach, frameTime);

/** Leaves toes unbent around some frames. */
export const stiffen = ({ stiff }: Easing, start: number, end: number, reach: number, frameTime: number): void =>
  raise(stiff, start, end, reach, frameTime);

function raise(share: Float64Array, start: number, end: number, reach: number, frameTime: number): void {
  for (let frame = 0; frame < share.length; frame++) {
    share[frame] = Math.max(share[frame], windowShare(frame, start, end, reach, frameTime));
  }
}
