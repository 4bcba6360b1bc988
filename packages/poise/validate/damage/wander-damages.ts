/** Slow errors, as models and cameras make them: nothing jumps, everything is a little elsewhere. */
import { headingAt } from '../../src/gait/heading.ts';
import { quatFromAxisAngle, rotate3 } from '../../src/math/quat.ts';
import type { Rng } from '../../src/math/random.ts';
import { withCoordinates } from '../../src/motion/clip.ts';
import { SIDES } from '../../src/motion/roles.ts';
import type { Damage, Damaged, DamageInput } from './damage.ts';
import { place, plateau, reachWithLeg, rowOf, startEdit, turnJoint } from './edit.ts';
import { feetOf } from './feet.ts';
import { framesIn, standingWindow } from './place.ts';
import { moved } from './root-damages.ts';

const DEGREE = Math.PI / 180;
const LEAST_SECONDS = 2; // slow errors do not show in less

/** A sum of three slow waves between −1 and 1, by seconds. */
function slowWaves(rng: Rng, slowest: number, fastest: number): (seconds: number) => number {
  const waves = [0, 1, 2].map(() => ({
    rate: 2 * Math.PI * (slowest + (fastest - slowest) * rng.next()),
    phase: 2 * Math.PI * rng.next(),
  }));
  return (seconds) => waves.reduce((sum, { rate, phase }) => sum + Math.sin(rate * seconds + phase), 0) / 3;
}

const wholeOf = ({ clip }: DamageInput): { start: number; end: number } => ({ start: 0, end: clip.frameCount - 1 });
const isShort = ({ clip }: DamageInput): boolean => clip.frameCount * clip.frameTime < LEAST_SECONDS;

/** The body rises and comes down again, over and over, once in 2 to 4 s. */
function floatInWaves(input: DamageInput, size: number): Damaged | undefined {
  const { clip, rng } = input;
  const period = 2 + 2 * rng.next();
  if (isShort(input)) return undefined;
  const all = wholeOf(input);
  const up = (frame: number): number => (1 - Math.cos((2 * Math.PI * frame * clip.frameTime) / period)) / 2;
  return { clip: moved(clip, all, (frame) => [0, size * up(frame), 0]), wrong: all };
}

/** The whole body wanders about its true place, as a camera sees it. */
function wander(input: DamageInput, size: number): Damaged | undefined {
  const { clip, rng } = input;
  const waves = [0, 1, 2].map(() => slowWaves(rng, 0.3, 1.2));
  if (isShort(input)) return undefined;
  const all = wholeOf(input);
  const by = (k: number, frame: number): number => size * waves[k](frame * clip.frameTime);
  return { clip: moved(clip, all, (frame) => [by(0, frame), by(1, frame) / 2, by(2, frame)]), wrong: all };
}

/** Each foot wanders over the floor by itself, with the leg after it: a foot lock that does not hold. */
function wanderFeet(input: DamageInput, size: number): Damaged | undefined {
  const { body, clip, rng } = input;
  const waves = [0, 1, 2, 3].map(() => slowWaves(rng, 0.4, 1));
  if (isShort(input)) return undefined;
  const edit = startEdit(body, clip);
  for (let frame = 0; frame < clip.frameCount; frame++) {
    const feet = feetOf(edit, frame);
    const t = frame * clip.frameTime;
    for (const [k, side] of SIDES.entries()) {
      const [x, y, z] = feet[k].target;
      const goal = [x + size * waves[2 * k](t), y, z + size * waves[2 * k + 1](t)];
      reachWithLeg(edit, frame, side, goal, feet[k].rotation);
    }
  }
  return { clip: withCoordinates(clip, edit.q), wrong: wholeOf(input) };
}

/** Both feet drawn up under hips that stay where they are, for 1.5 s. */
function liftFeet(input: DamageInput, size: number): Damaged | undefined {
  const { body, clip } = input;
  const run = standingWindow(input, 1.5);
  if (!run) return undefined;
  const edit = startEdit(body, clip);
  const ramp = framesIn(clip, 0.2);
  for (let frame = run.start; frame <= run.end; frame++) {
    const feet = feetOf(edit, frame);
    const up = size * plateau(frame, run.start, run.end, ramp);
    for (const [k, side] of SIDES.entries()) {
      const [x, y, z] = feet[k].target;
      reachWithLeg(edit, frame, side, [x, y + up, z], feet[k].rotation);
    }
  }
  return { clip: withCoordinates(clip, edit.q), wrong: run };
}

/** Toes of both feet turned down or up through the floor while the ankles stay, for 1.5 s. */
function pitchFeet(input: DamageInput, angle: number): Damaged | undefined {
  const { body, clip, rng } = input;
  const way = [-1, 1][Math.floor(2 * rng.next())];
  const run = standingWindow(input, 1.5);
  if (!run) return undefined;
  const edit = startEdit(body, clip);
  const ramp = framesIn(clip, 0.2);
  const turn = new Float64Array(4);
  for (let frame = run.start; frame <= run.end; frame++) {
    const { left } = headingAt(body, clip, frame);
    quatFromAxisAngle(turn, 0, left[0], 0, left[1], way * angle * DEGREE * plateau(frame, run.start, run.end, ramp));
    for (const side of SIDES) {
      place(edit, frame);
      turnJoint(edit, frame, body.roles[`${side}Foot`] ?? 0, turn);
    }
  }
  return { clip: withCoordinates(clip, edit.q), wrong: run };
}

/** The world turned about a level axis through where the clip starts: a camera that was not level. */
function tiltWorld(input: DamageInput, angle: number): Damaged | undefined {
  const { body, clip, report, rng } = input;
  const way = 2 * Math.PI * rng.next();
  if (isShort(input)) return undefined;
  const edit = startEdit(body, clip);
  const turn = new Float64Array(4);
  const arm = new Float64Array(3);
  quatFromAxisAngle(turn, 0, Math.cos(way), 0, Math.sin(way), angle * DEGREE);
  const centre = [report.com[0], report.ground.height, report.com[2]];
  for (let frame = 0; frame < clip.frameCount; frame++) {
    place(edit, frame);
    turnJoint(edit, frame, 0, turn);
    const o = rowOf(edit, frame);
    for (let k = 0; k < 3; k++) arm[k] = edit.q[o + k] - centre[k];
    rotate3(arm, 0, turn, 0, arm, 0);
    for (let k = 0; k < 3; k++) edit.q[o + k] = centre[k] + arm[k];
  }
  return { clip: withCoordinates(clip, edit.q), wrong: wholeOf(input) };
}

export const wanderDamages: readonly Damage[] = [
  {
    id: 'float-in-waves',
    text: 'the body 4, 8, 14 cm up and down again, once in 2 to 4 s',
    sizes: [0.04, 0.08, 0.14],
    apply: floatInWaves,
  },
  { id: 'wander', text: 'the body wanders by 3, 7, 15 cm about its place', sizes: [0.03, 0.07, 0.15], apply: wander },
  {
    id: 'feet-wander',
    text: 'each foot wanders by 5, 10, 20 cm over the floor',
    sizes: [0.05, 0.1, 0.2],
    apply: wanderFeet,
  },
  {
    id: 'feet-lifted',
    text: 'both feet drawn up by 4, 8, 14 cm for 1.5 s',
    sizes: [0.04, 0.08, 0.14],
    apply: liftFeet,
  },
  {
    id: 'feet-pitched',
    text: 'both feet turned 15°, 30°, 45° up or down for 1.5 s',
    sizes: [15, 30, 45],
    apply: pitchFeet,
  },
  { id: 'world-tilted', text: 'the world tilted by 4°, 8°, 15°', sizes: [4, 8, 15], apply: tiltWorld },
];
