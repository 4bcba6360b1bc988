/**
 * A small step that puts a foot back where it belongs, after a recovery that left it elsewhere or a push that turned the person:
 * shift the weight, lift, set down, come back. As channels, so that it is played like any response. The foot's own way is that
 * of the blend, which takes a foot from where it stands to where the motion wants it.
 */

import { GRAVITY } from '../../dynamics/wrench.ts';
import { ease } from '../../math/ease.ts';
import { AS_IT_IS } from './adapt.ts';
import { FOOT, HIPS, ROW, TURN_ROLES } from './channel-layout.ts';
import type { Channels } from './channels.ts';
import type { Stage } from './figure.ts';
import type { Foot } from './foot.ts';
import type { Play } from './play.ts';

const FRAME_TIME = 1 / 60; // [s]
const SHIFT = 0.55; // [s] from rest to lifting the foot
const SWING = 0.4; // [s]
const REST = 1.6; // [s] after landing
const LIFT = 0.06; // [leg lengths] height of the step
const ON_FOOT = 0.85; // of the way from the middle to the standing foot that the CoP goes
const KNEE = 0.35; // [rad] of the lifted leg
const HEIGHT = 1.08; // [leg lengths] of the CoM

const OFF = { shift: 0.05, turn: 0.2 }; // [m], [rad] that a foot may stand off

/** How far feet stand off, of what they may. */
const offOf = ({ kept }: Foot): number =>
  Math.max(Math.hypot(kept[0], kept[2]) / OFF.shift, Math.abs(kept[4]) / OFF.turn);

export const isUntidy = ([left, right]: readonly [Foot, Foot]): boolean => Math.max(offOf(left), offOf(right)) >= 1;

/** The step as a motion in play, of the foot that is farther off. */
export function tidyingPlay([left, right]: readonly [Foot, Foot], channels: Channels): Play {
  const adaptation = { ...AS_IT_IS, mirrored: offOf(right) > offOf(left) };
  const pace = { first: 0, rate: 1 / channels.frameTime, tail: Infinity, faster: 1 };
  return { entry: undefined, channels, adaptation, pace, turn: undefined };
}

/** The step of the left foot; its mirror image is that of the right. `stance`: the standing pose, `leg`: leg length [m]. */
export function createTidyStep({ balls }: Stage, leg: number): Channels {
  const halfWidth = Math.hypot(balls[0] - balls[3], balls[2] - balls[5]) / 2;
  const frames = Math.round((SHIFT + SWING + REST) / FRAME_TIME) + 1;
  const values = new Float64Array(frames * ROW);
  const planted: [Uint8Array, Uint8Array] = [new Uint8Array(frames).fill(1), new Uint8Array(frames).fill(1)];
  const sway = swayOf(frames, (ON_FOOT * halfWidth) / leg, leg);
  const hip = 3 * TURN_ROLES.indexOf('leftUpperLeg');
  const knee = 3 * TURN_ROLES.indexOf('leftLowerLeg');
  for (let f = 0; f < frames; f++) {
    const row = f * ROW;
    const u = (f * FRAME_TIME - SHIFT) / SWING;
    values[row + HIPS] = sway[f];
    if (u <= 0 || u >= 1) continue;
    const rise = Math.sin(Math.PI * u) ** 2;
    planted[0][f] = 0;
    values[row + FOOT[0] + 1] = LIFT * rise;
    values[row + hip] = -0.5 * KNEE * rise;
    values[row + knee] = KNEE * rise;
  }
  return {
    frames,
    frameTime: FRAME_TIME,
    values,
    planted,
    touches: planted,
    armTurns: [0, 0],
    weightShift: undefined,
    reach: [new Float64Array(frames), new Float64Array(frames)],
  };
}

/** Way of the CoM sideways, to the right −, in leg lengths: the pendulum whose CoP goes onto the right foot and back, after the
 *  push off the left one that people begin a step with; it is as strong as a start from rest asks for. */
function swayOf(frames: number, far: number, leg: number): Float64Array {
  const rate = Math.sqrt(GRAVITY / (HEIGHT * leg));
  const decay = Math.exp(-rate * FRAME_TIME);
  const over = (f: number): number => ease((f * FRAME_TIME - 0.25) / 0.3);
  const back = (f: number): number => ease((f * FRAME_TIME - SHIFT - SWING + 0.05) / 0.45);
  const off = (f: number): number => ease((f * FRAME_TIME) / 0.12) - ease((f * FRAME_TIME - 0.15) / 0.15);
  let main = 0;
  let bump = 0;
  for (let f = 0; f < frames; f++) {
    main += decay ** f * (over(f) - back(f));
    bump += decay ** f * off(f);
  }
  const cop = Float64Array.from({ length: frames }, (_, f) => far * ((main / bump) * off(f) - over(f) + back(f)));
  // the divergent part is integrated backwards from rest, the other one forwards
  const divergent = new Float64Array(frames);
  for (let f = frames - 2; f >= 0; f--) divergent[f] = decay * divergent[f + 1] + (1 - decay) * cop[f];
  const com = new Float64Array(frames);
  for (let f = 1; f < frames; f++) com[f] = decay * com[f - 1] + ((1 - decay) * (divergent[f - 1] + divergent[f])) / 2;
  return com;
}
