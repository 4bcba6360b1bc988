/** For every rule of `lint` a performed clip, made wrong, in which the rule has something to say; and its picture for docs/rules. */
import { strip } from '../reproduce/stick-figure.ts';
import type { Finding } from '../src/balance/finding.ts';
import { type Judgement, judge } from '../src/balance/judge.ts';
import { createRng } from '../src/math/random.ts';
import type { Clip } from '../src/motion/clip.ts';
import { motionNamed } from '../src/performer/index.ts';
import { perform } from '../src/performer/motion.ts';
import { damages } from './damage/damages.ts';

interface Made {
  readonly motion: string;
  readonly damage: string;
  readonly size: number;
}

/** Rule → a motion of the performer and a damage to it. */
const EXAMPLES: Readonly<Record<string, Made>> = {
  'time-scale': { motion: 'run', damage: 'sped-up', size: 2 },
  balance: { motion: 'idle', damage: 'tilt', size: 10 },
  carried: { motion: 'idle', damage: 'tilt', size: 20 },
  lean: { motion: 'limbo-walk', damage: 'tilt', size: 20 },
  unsupported: { motion: 'idle', damage: 'float', size: 0.1 },
  pull: { motion: 'run', damage: 'tilt', size: 20 },
  thrust: { motion: 'idle', damage: 'leap', size: 0.25 },
  skate: { motion: 'idle', damage: 'drift', size: 0.25 },
  penetration: { motion: 'bend', damage: 'sink', size: -0.14 },
  ground: { motion: 'walk', damage: 'float-throughout', size: 0.12 },
  friction: { motion: 'turn', damage: 'tilt', size: 20 },
  pop: { motion: 'walk', damage: 'body-pop', size: 0.2 },
  jitter: { motion: 'idle', damage: 'jitter', size: 4 },
  frozen: { motion: 'walk', damage: 'frozen', size: 0.5 },
  bridged: { motion: 'walk', damage: 'gap-bridged', size: 0.8 },
  reversed: { motion: 'walk', damage: 'rewind', size: 0.25 },
  swapped: { motion: 'walk', damage: 'swapped', size: 0.15 },
  'over-smoothed': { motion: 'run', damage: 'over-smoothed', size: 1 },
  'joint-range': { motion: 'stretch', damage: 'knee-forward', size: 90 },
  'through-body': { motion: 'turn', damage: 'trunk-tipped', size: 40 },
  unjudged: { motion: 'idle', damage: 'float-throughout', size: 0.12 },
};

const POSES = 7;

export interface RuleExample {
  readonly clip: Clip;
  readonly judged: Judgement;
  readonly finding: Finding | undefined;
  readonly picture: string; // SVG
}

/** A file knows nothing of who performed it: the clip is judged as one of unknown origin, on a floor at y = 0. */
export function ruleExample(id: string): RuleExample {
  const { motion, damage, size } = EXAMPLES[id];
  const clip: Clip = {
    ...perform(motionNamed(motion)),
    provenance: 'unknown',
    floor: id === 'ground' ? 'unknown' : 'stated',
  };
  const sound = judge(clip);
  const apply = damages.find((one) => one.id === damage)?.apply;
  const damaged = apply?.({ body: sound.body, clip, report: sound.report, rng: createRng(5) }, size);
  if (!damaged) throw new Error(`"${damage}" finds no place in "${motion}"`);
  const judged = judge(damaged.clip);
  const finding = judged.findings.find(({ rule }) => rule === id);
  return { clip: damaged.clip, judged, finding, picture: finding ? pictureOf(damaged.clip, judged, finding) : '' };
}

/** Poses around the worst frame, at most a second to each side; nearer in time where the finding is short. */
function pictureOf(clip: Clip, { body }: Judgement, { start, end, worst, message }: Finding): string {
  const reach = Math.min(1, Math.max(4 * clip.frameTime, 0.75 * (end - start) * clip.frameTime));
  const step = Math.max(1, Math.round((2 * reach) / (POSES - 1) / clip.frameTime));
  const middle = Math.floor(POSES / 2);
  const first = Math.min(Math.max(0, worst - middle * step), Math.max(0, clip.frameCount - 1 - (POSES - 1) * step));
  const frames = Array.from({ length: POSES }, (_, k) => Math.min(clip.frameCount - 1, first + k * step));
  return strip([{ title: message, body, clip, frames: [...new Set(frames)] }]);
}
