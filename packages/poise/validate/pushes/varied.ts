/** Bodies that nobody has seen: the mannequin with the length of every part drawn at random, with big heads, small feet, heavy trunks and
 *  straight knees, held where its centre of mass is over its feet. */
import { fitBody } from '../../src/balance/fit-body.ts';
import type { Body } from '../../src/body/body.ts';
import { lowestSole } from '../../src/body/lowest-sole.ts';
import { solePointsAt } from '../../src/control/foot-frame.ts';
import { legLength } from '../../src/control/standing/stance.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { limbOf, solveLimb } from '../../src/ik/leg-ik.ts';
import { createRng, type Rng, uniform } from '../../src/math/random.ts';
import { type Clip, createClip } from '../../src/motion/clip.ts';
import { ROLES, type Role, SIDES } from '../../src/motion/roles.ts';
import { coordinateCount, createSkeleton } from '../../src/motion/skeleton.ts';
import { perform } from '../../src/performer/motion.ts';
import { idle } from '../../src/performer/motions/idle.ts';
import type { Subject } from './bodies.ts';

const HELD = 3; // [s]
const HEIGHT = [0.6, 2.3] as const; // [m]
const BULK = [16, 32] as const; // [kg/m²] body mass index
const LENGTH = [0.65, 1.4] as const; // of every part, against the mannequin's
const SOLE = [0.7, 1.5] as const; // against a foot of that length
const HEAD = [1, 5] as const; // mass of the head
const TRUNK = [0.8, 1.6] as const; // mass of the trunk
const STANCE = [0.7, 2] as const; // width, against that of the hips
const STRAIGHT = 0.3; // of all stand with straight knees
const STRETCH = { straight: 0.9995, bent: [0.93, 0.995] } as const; // of the legs
const ROUNDS = 8; // until the centre of mass is over the feet

/** What is longer or shorter together. */
const PARTS: readonly RegExp[] = [
  /LowerLeg|Foot/,
  /Toes/,
  /UpperLeg/,
  /pine|hest|neck/,
  /head/,
  /Shoulder|UpperArm/,
  /LowerArm|Hand/,
];
const TRUNK_PARTS: readonly Role[] = ['hips', 'spine', 'chest', 'upperChest'];

const MODEL_MASS = 68.9; // [kg] of the mannequin of 1.75 m …
const MODEL_LEG = 0.94; // … and the length of its legs [m]

/** Impulses that move somebody as those of the mannequin move it: they go with mass and the root of the leg. */
export const alikeFor = ({ body }: Subject): number =>
  (body.totalMass / MODEL_MASS) * Math.sqrt(legLength(body) / MODEL_LEG);

/** So many bodies. Same seed, same bodies. */
export function variedSubjects(count: number, seed: number): readonly Subject[] {
  const rng = createRng(seed);
  const model = perform(idle, { body: { height: 1.75 } });
  const { roles } = fitBody(model);
  return Array.from({ length: count }, (_, k) => variedSubject(k, model, roles, rng));
}

function variedSubject(index: number, model: Clip, roles: Body['roles'], rng: Rng): Subject {
  const height = uniform(rng, ...HEIGHT);
  const offsets = model.skeleton.offsets.map((value) => (value * height) / 1.75);
  for (const part of PARTS) {
    const length = uniform(rng, ...LENGTH);
    for (const role of ROLES) {
      const joint = roles[role];
      if (joint === undefined || !part.test(role)) continue;
      for (let c = 0; c < 3; c++) offsets[3 * joint + c] *= length;
    }
  }
  const skeleton = createSkeleton({ ...model.skeleton, offsets });
  const options = { height, mass: uniform(rng, ...BULK) * height * height, soleScale: uniform(rng, ...SOLE) };
  const straight = rng.next() < STRAIGHT;
  const stretch = straight ? STRETCH.straight : uniform(rng, ...STRETCH.bent);
  const [head, trunk, width] = [uniform(rng, ...HEAD), uniform(rng, ...TRUNK), uniform(rng, ...STANCE)];
  const still = held({ ...model, skeleton }, model.q);
  const body = weighted(fitBody(still, options), head, trunk);
  const clip = held(still, standing(body, model.q, stretch, width));
  return { id: `varied ${index}${straight ? ', straight knees' : ''}`, clip, body };
}

function held(model: Clip, pose: Float64Array): Clip {
  const nq = coordinateCount(model.skeleton);
  const q = new Float64Array(nq * Math.round(HELD / model.frameTime));
  for (let o = 0; o < q.length; o += nq) q.set(pose.subarray(0, nq), o);
  return createClip({ ...model, q, extraTracks: [] });
}

/** The same mass in all, more of it in the head and less or more in the trunk. */
function weighted(body: Body, head: number, trunk: number): Body {
  const share = body.mass.map((_, joint) => {
    if (joint === body.roles.head) return head;
    return TRUNK_PARTS.some((role) => body.roles[role] === joint) ? trunk : 1;
  });
  const scale = body.totalMass / body.mass.reduce((sum, mass, joint) => sum + mass * share[joint]!, 0);
  return {
    ...body,
    mass: body.mass.map((mass, joint) => scale * share[joint]! * mass),
    inertiaInSegment: body.inertiaInSegment.map((value, k) => scale * share[Math.floor(k / 6)]! * value),
  };
}

/** The pose with legs stretched so far, feet so far apart, the centre of mass over the middle of the soles, soles on the floor. */
function standing(body: Body, model: Float64Array, stretch: number, width: number): Float64Array {
  const q = model.slice(0, coordinateCount(body.skeleton));
  const ws = createWorkspace(body);
  forwardKinematics(body, ws, q);
  const legs = SIDES.map((side) => limbOf(body, side, 'leg')!);
  const { segmentOrigin: o } = ws;
  const hips = legs.map(({ upper }) => o.slice(3 * upper, 3 * upper + 3));
  const aside = (Math.abs(hips[0]![0]! - hips[1]![0]!) / 2) * (width - 1);
  const targets = legs.map(({ upper, lower, end }, k) => {
    const length = [lower, end].reduce(
      (sum, joint) => sum + Math.hypot(...body.skeleton.offsets.subarray(3 * joint, 3 * joint + 3)),
      0,
    );
    const sign = Math.sign(o[3 * upper]! - hips[1 - k]![0]!);
    const place = Float64Array.of(hips[k]![0]! + sign * aside, 0, hips[k]![2]!);
    place[1] = hips[k]![1]! - Math.sqrt((stretch * length) ** 2 - aside ** 2);
    return { position: place, rotation: ws.segmentRotation.slice(4 * end, 4 * end + 4) };
  });
  const points = new Float64Array(body.soles[0].points.length + body.soles[1].points.length);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [k, leg] of legs.entries()) {
      forwardKinematics(body, ws, q);
      solveLimb(q, ws, leg, targets[k]!);
    }
    forwardKinematics(body, ws, q);
    solePointsAt(points, body, ws);
    for (const c of [0, 2]) {
      const middle = points.filter((_, k) => k % 3 === c).reduce((a, b) => a + b) / (points.length / 3);
      for (const { position } of targets) position[c] += ws.com[c]! - middle;
    }
  }
  q[1] -= lowestSole(body, q);
  return q;
}
