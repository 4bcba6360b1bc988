/** Motions that could not happen, made by code: what a newcomer sees the verdicts on. */
import {
  type Clip,
  coordinateCount,
  motions,
  multiplyQuat,
  perform,
  quatFromAxisAngle,
  quatIndex,
  withCoordinates,
} from 'poise';
import { madeUpMotion } from '../../../../examples/support/made-up-person.ts';

export interface Sample {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly of?: string; // built-in motion that it spoils; without that motion there is no sample
  readonly make: () => Clip;
}

const performed = (id: string): Clip => {
  const motion = motions.find((candidate) => candidate.id === id);
  if (!motion) throw new Error(`the sample needs the motion "${id}", which this build does not have`);
  return perform(motion);
};

const ALL: readonly Sample[] = [
  {
    id: 'sample-lean',
    title: 'Leans too far',
    text: 'Bends, stands on one leg, then leans forward farther than its feet can carry.',
    make: () => madeUpMotion(),
  },
  {
    id: 'sample-float',
    title: 'Walk that floats',
    text: 'The walk, lifted five centimetres off the floor.',
    of: 'walk',
    make: () => raised(performed('walk'), 0.05),
  },
  {
    id: 'sample-tip',
    title: 'Walk, trunk tipped back',
    text: 'The walk, with the trunk tipped back by thirty degrees.',
    of: 'walk',
    make: () => tipped(performed('walk'), -Math.PI / 6),
  },
  {
    id: 'sample-slow-jump',
    title: 'Jump at half speed',
    text: 'The jump played at half speed: nobody falls that slowly.',
    of: 'jump',
    make: () => {
      const jump = performed('jump');
      return { ...jump, frameTime: 2 * jump.frameTime };
    },
  },
];

export const samples: readonly Sample[] = ALL.filter(({ of }) => !of || motions.some(({ id }) => id === of));

function raised(clip: Clip, height: number): Clip {
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  for (let i = 1; i < q.length; i += nq) q[i] = (q[i] ?? 0) + height;
  return withCoordinates(clip, q);
}

/** Turns the spine about the axis to the left; the joint frames of the mannequin stand parallel to the world. */
function tipped(clip: Clip, angle: number): Clip {
  const joint = clip.roles.status === 'humanoid' ? clip.roles.roles.spine : undefined;
  if (joint === undefined) return clip;
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  const turn = new Float64Array(4);
  quatFromAxisAngle(turn, 0, 1, 0, 0, angle);
  for (let i = quatIndex(joint); i < q.length; i += nq) multiplyQuat(q, i, turn, 0, q.slice(i, i + 4), 0);
  return withCoordinates(clip, q);
}
