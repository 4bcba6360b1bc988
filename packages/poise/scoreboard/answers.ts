/** The methods, each as a function from a person and a push to a motion. */
import { builtInLibrary } from '../src/cli/library/built-in.ts';
import { loadMujoco } from '../src/cli/mujoco.ts';
import { pushTrack } from '../src/gait/push.ts';
import { methodNamed } from '../src/methods/index.ts';
import { situationOf } from '../src/methods/situation.ts';
import type { Clip } from '../src/motion/clip.ts';
import { resample } from '../src/motion/resample.ts';
import { followClip } from '../src/sim/follow-clip.ts';
import type { Case } from './cases.ts';
import { LENGTH } from './people.ts';

export interface Answer {
  readonly clip: Clip;
  readonly up: boolean; // on its feet at the end
  readonly fell: number | undefined; // [s]
}

export interface Contestant {
  readonly id: string;
  readonly title: string;
  readonly colour: string;
  /** Undefined: not made for this. */
  readonly answer: (situation: Case) => Answer | undefined;
}

/** All methods. The simulation is left out, and told, where its engine is not installed. */
export async function contestants(say: (text: string) => void): Promise<readonly Contestant[]> {
  const library = await builtInLibrary();
  const engine = await loadMujoco().catch((error: Error) => {
    say(`simulation is left out: ${error.message}`);
    return undefined;
  });
  const none: Contestant = {
    id: 'none',
    title: 'no method',
    colour: '#888888',
    answer: ({ person }) => ({ clip: person.clip, up: true, fell: undefined }),
  };
  const simulation: readonly Contestant[] = engine
    ? [
        {
          id: 'simulation',
          title: 'simulation',
          colour: '#7b3fb8',
          answer: ({ person: { body, clip }, push }) => {
            const options = { forces: [pushTrack(push, body)], seconds: LENGTH };
            const { clip: made, status, fellAt } = followClip(engine, body, clip, options);
            const same = Math.abs(made.frameTime - clip.frameTime) < 1e-9;
            return { clip: same ? made : resample(made, clip.frameTime), up: status === 'stands', fell: fellAt };
          },
        },
      ]
    : [];
  return [
    none,
    byMethod('push-response', '#2f5fd0', { library }),
    byMethod('reactive-blend', '#14865a', { library }),
    byMethod('reactive-locomotion', '#c26a00', {}),
    ...simulation,
  ];
}

const byMethod = (id: string, colour: string, options: object): Contestant => {
  const method = methodNamed(id);
  return {
    id,
    title: id,
    colour,
    answer: ({ person: { body, clip }, push }) => {
      const input = { body, clip, pushes: [push] };
      if (method.fits(situationOf(input)).fit === 0) return undefined;
      const { clip: made, events } = method.run(input, options);
      const fell = events.find(({ kind }) => kind === 'fall')?.time;
      return { clip: made, up: fell === undefined, fell };
    },
  };
};
