/** Motions that could not happen, made by code: what a newcomer sees the verdicts on. */
import { type Clip, motions, perform, withCoordinates } from 'poise';
import { coordinateCount, multiplyQuat, quatFromAxisAngle, quatIndex } from 'poise/dynamics';
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
    make: () => moved(performed('walk'), 1, (y) => y + 0.05),
  },
  {
    id: 'sample-slide',
    title: 'Walk that slides',
    text: 'The walk, carried one fifth farther than its feet step.',
    of: 'walk',
    make: () => moved(performed('walk'), 2, (z, start) => start + 1.2 * (z - start)),
  },
  {
    id: 'sample-tip',
    title: 'Walk bent backwards',
    text: 'The walk, with the trunk bent back by sixty degrees: the weight falls behind the feet.',
    of: 'walk',
    make: () => tipped(performed('walk'), -Math.PI / 3),
  },
  {
    id: 'sample-slow-run',
    title: 'Run at half speed',
    text: 'The run played at half speed: too slow for anything to hold up its lean.',
    of: 'run',
    make: () => {
      const run = performed('run');
      return { ...run, frameTime: 2 * run.frameTime };
    },
  },
];

export const samples: readonly Sample[] = ALL.filter(({ of }) => !of || motions.some(({ id }) => id === of));

/** Puts one coordinate of the root (0 left, 1 up, 2 forward) elsewhere, told from where it is and where it starts. */
function moved(clip: Clip, axis: number, place: (at: number, start: number) => number): Clip {
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  const start = q[axis] ?? 0;
  for (let i = axis; i < q.length; i += nq) q[i] = place(q[i] ?? 0, start);
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
