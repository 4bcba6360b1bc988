/** People whose proportions no rig at hand has: made from the mannequin by lengthening, leaving out and weighing down parts of it. */
import { fitBody } from '../../src/balance/fit-body.ts';
import type { Body } from '../../src/body/body.ts';
import { solePointsAt } from '../../src/control/foot-frame.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { type Clip, createClip } from '../../src/motion/clip.ts';
import { coordinateCount, createSkeleton, type Skeleton } from '../../src/motion/skeleton.ts';
import { perform } from '../../src/performer/motion.ts';
import { idle } from '../../src/performer/motions/idle.ts';
import type { Faller } from './people.ts';

interface Unusual {
  readonly id: string;
  readonly length?: (joint: string) => number; // times, of the bone that leads to a joint
  readonly without?: RegExp; // joints, with all below them
  readonly mass?: (joint: string) => number; // times
}

const times = (pattern: RegExp, factor: number) => (joint: string) => (pattern.test(joint) ? factor : 1);
const HANDS = /Hand|Thumb|Index|Middle|Ring|Little|Pinky|Finger/;

const PEOPLE: readonly Unusual[] = [
  { id: 'long arms', length: times(/LowerArm|Hand$/, 1.35) },
  { id: 'short legs', length: times(/LowerLeg|Foot$/, 0.65) },
  { id: 'no toes', without: /Toe/ },
  { id: 'no hands', without: HANDS },
  { id: 'big head', length: times(/[Hh]ead/, 1.8), mass: times(/[Hh]ead/, 2.5) },
  { id: 'heavy trunk', mass: times(/^hips$|spine|[Cc]hest/, 2) },
];

export const unusualPeople = (): readonly Faller[] => PEOPLE.map(make);

function make({ id, length = () => 1, without, mass = () => 1 }: Unusual): Faller {
  const source = perform(idle, { body: { height: 1.75 } });
  const kept = keptJoints(source.skeleton, without);
  const skeleton = createSkeleton({
    names: kept.map((joint) => source.skeleton.names[joint]!),
    parents: kept.map((joint) => kept.indexOf(source.skeleton.parents[joint]!)),
    offsets: kept.flatMap((joint) =>
      Array.from(source.skeleton.offsets.subarray(3 * joint, 3 * joint + 3), (x) => {
        return x * length(source.skeleton.names[joint]!);
      }),
    ),
    restRotations: kept.flatMap((joint) => [...source.skeleton.restRotations.subarray(4 * joint, 4 * joint + 4)]),
    endSites: source.skeleton.endSites.flatMap((site) =>
      kept.includes(site.joint) ? [{ ...site, joint: kept.indexOf(site.joint) }] : [],
    ),
  });
  const floating = createClip({ skeleton, frameTime: source.frameTime, q: posesOf(source, kept) });
  const body = weighed(fitBody(floating), mass);
  return { id, body, clip: onFloor(body, floating), moves: false };
}

function keptJoints({ names, parents }: Skeleton, without: RegExp | undefined): readonly number[] {
  const kept: number[] = [];
  for (const [joint, name] of names.entries()) {
    if (!without?.test(name) && (joint === 0 || kept.includes(parents[joint]!))) kept.push(joint);
  }
  return kept;
}

function posesOf({ skeleton, q, frameCount }: Clip, kept: readonly number[]): Float64Array {
  const nq = coordinateCount(skeleton);
  const out = new Float64Array(frameCount * (3 + 4 * kept.length));
  for (let frame = 0; frame < frameCount; frame++) {
    const [from, to] = [frame * nq, frame * (3 + 4 * kept.length)];
    out.set(q.subarray(from, from + 3), to);
    for (const [k, joint] of kept.entries()) {
      out.set(q.subarray(from + 3 + 4 * joint, from + 7 + 4 * joint), to + 3 + 4 * k);
    }
  }
  return out;
}

function weighed(body: Body, times: (joint: string) => number): Body {
  const [mass, inertia] = [body.mass.slice(), body.inertiaInSegment.slice()];
  for (const [joint, name] of body.skeleton.names.entries()) {
    mass[joint]! *= times(name);
    for (let c = 0; c < 6; c++) inertia[6 * joint + c]! *= times(name);
  }
  return { ...body, mass, inertiaInSegment: inertia, totalMass: mass.reduce((sum, x) => sum + x, 0) };
}

/** The lowest sole point of the first frame comes to the floor. */
function onFloor(body: Body, clip: Clip): Clip {
  const nq = coordinateCount(clip.skeleton);
  const ws = createWorkspace(body);
  forwardKinematics(body, ws, clip.q.subarray(0, nq));
  const points = new Float64Array(body.soles[0].points.length + body.soles[1].points.length);
  solePointsAt(points, body, ws);
  const lowest = points.filter((_, k) => k % 3 === 1).reduce((a, b) => Math.min(a, b));
  const q = clip.q.slice();
  for (let o = 1; o < q.length; o += nq) q[o]! -= lowest;
  return createClip({ ...clip, q });
}
