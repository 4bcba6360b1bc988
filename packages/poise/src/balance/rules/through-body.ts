/** Does a limb go through the trunk or through the other leg? */
import type { Body } from '../../body/body.ts';
import { radiusOverStature } from '../../body/cylinders.ts';
import type { Clip } from '../../motion/clip.ts';
import type { Role } from '../../motion/roles.ts';
import type { Finding } from '../finding.ts';
import { segmentDistance } from '../leg-capsules.ts';
import { placesOf } from './places.ts';
import { centimetres, type Rule, type RuleInput, runsWhere, whenInWords, worstIn } from './rule.ts';

/** A line between two joints; `from` leaves out a share of it at its first end, which the other part may touch. */
interface Line {
  readonly near: Role;
  readonly far: Role;
  readonly from: number;
}

interface Pair {
  readonly words: string;
  readonly a: Line;
  readonly b: Line;
  readonly apart: number; // over stature: as near as the middles of both get in people
}

const leg = (side: 'left' | 'right', part: 'thigh' | 'shank'): Line =>
  part === 'thigh'
    ? { near: `${side}UpperLeg`, far: `${side}LowerLeg`, from: 0.4 }
    : { near: `${side}LowerLeg`, far: `${side}Foot`, from: 0 };
const forearm = (side: 'left' | 'right'): Line => ({ near: `${side}LowerArm`, far: `${side}Hand`, from: 0.3 });
const TRUNK: Line = { near: 'hips', far: 'neck', from: 0 };
const [THIGH, SHANK] = [radiusOverStature('upperLeg'), radiusOverStature('lowerLeg')];
/** The flesh of captured legs gives way, and rigs disagree on joint centres: half of the radii is what people reach. */
const FLESH = 0.5;
const TRUNK_DEPTH = 0.055; // half of the trunk's depth over stature; forearms of captured people come as near as this

const PAIRS: readonly Pair[] = [
  {
    words: 'The shanks go',
    a: leg('left', 'shank'),
    b: leg('right', 'shank'),
    apart: 2 * SHANK * FLESH,
  },
  { words: 'The thighs go', a: leg('left', 'thigh'), b: leg('right', 'thigh'), apart: 2 * THIGH * FLESH * FLESH },
  {
    words: 'The left thigh and the right shank go',
    a: leg('left', 'thigh'),
    b: leg('right', 'shank'),
    apart: (THIGH + SHANK) * FLESH,
  },
  {
    words: 'The right thigh and the left shank go',
    a: leg('right', 'thigh'),
    b: leg('left', 'shank'),
    apart: (THIGH + SHANK) * FLESH,
  },
  { words: 'The left forearm and the trunk go', a: forearm('left'), b: TRUNK, apart: TRUNK_DEPTH },
  { words: 'The right forearm and the trunk go', a: forearm('right'), b: TRUNK, apart: TRUNK_DEPTH },
];
/** Shares of `apart` within which the middles of two parts are seen to go through each other, and surely do. */
const WARNING = 0.7;
const ERROR = 0.3;
const SHORTEST = 0.05; // [s]
const LASTING = 0.1; // [s] that is seen; less is a blemish
const GAP = 0.1; // [s]

export const throughBodyRule: Rule = {
  id: 'through-body',
  title: 'Limb through the body',
  help: 'A forearm goes through the trunk, or one leg through the other. Usual where a motion was made for another body; move the limb aside.',
  check: ({ body, clip }: RuleInput): readonly Finding[] =>
    PAIRS.flatMap(({ words, a, b, apart }): Finding[] => {
      const limit = apart * body.height;
      const between = distances(body, clip, a, b);
      if (!between) return [];
      const shortest = Math.max(2, Math.round(SHORTEST / clip.frameTime));
      return runsWhere(clip.frameCount, (frame) => between[frame] < WARNING * limit, Math.round(GAP / clip.frameTime))
        .filter(({ start, end }) => end - start + 1 >= shortest)
        .map((run) => {
          const worst = worstIn(run, (frame) => -between[frame]);
          return {
            rule: 'through-body',
            severity:
              between[worst] < ERROR * limit && (run.end - run.start + 1) * clip.frameTime > LASTING
                ? 'error'
                : 'warning',
            ...run,
            worst,
            value: between[worst],
            limit: ERROR * limit,
            unit: 'm',
            message: `${words} through each other: their middles are ${centimetres(between[worst])} apart, ${whenInWords(clip, run)}.`,
          };
        });
    }),
};

/** Distance [m] between the middles of two parts, per frame. */
function distances(body: Body, clip: Clip, a: Line, b: Line): Float64Array | undefined {
  const { roles } = body;
  const joints = [a.near, a.far, b.near, b.far].map(
    (role) => roles[role] ?? (role === 'neck' ? roles.head : undefined),
  );
  if (!joints.every((joint) => joint !== undefined)) return undefined;
  const places = placesOf(body, clip, joints);
  const out = new Float64Array(clip.frameCount);
  for (let frame = 0; frame < clip.frameCount; frame++) {
    const i = 12 * frame;
    for (let c = i; c < i + 3; c++) {
      places[c] += a.from * (places[c + 3] - places[c]);
      places[c + 6] += b.from * (places[c + 9] - places[c + 6]);
    }
    out[frame] = segmentDistance(places, i, places, i + 6);
  }
  return out;
}
