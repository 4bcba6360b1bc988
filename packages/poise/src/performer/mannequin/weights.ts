/** Which joints carry a vertex of the suit, and how much: smooth ramps around every joint. */
import { dot, sub, vectorAt } from '../../math/tuple.ts';
import type { Vec3 } from '../../math/types.ts';
import { SIDES, type Side } from '../../motion/roles.ts';
import type { Figure } from './figure.ts';
import { localIn, ramp } from './implicit.ts';
import type { Suit } from './suit.ts';

/** Joint → share; shares need not add up to 1 until they are packed. */
export type Shares = Map<number, number>;

export function give(shares: Shares, joint: number, share: number): void {
  if (share > 0) shares.set(joint, (shares.get(joint) ?? 0) + share);
}

/** Half the length over which a joint's bend is spread [cm on the table's person]. */
const BEND = { knee: 5, ankle: 2.5, elbow: 4, wrist: 2.5 };

/** Shares of a point of the suit in the shaping pose. */
export function createSuitWeights(figure: Figure, suit: Suit): (p: Vec3) => Shares {
  const column = columnOf(figure);
  return (p) => {
    const shares: Shares = new Map();
    const trunk = Math.min(suit.trunk(p), suit.neck(p));
    const rest = 1 - SIDES.reduce((sum, side) => sum + limbShares(shares, figure, suit, side, p, trunk), 0);
    const body = Math.max(0, rest);
    const collars = SIDES.reduce((sum, side) => {
      const share = body * collarShare(figure, side, p);
      give(shares, figure.roles[`${side}Shoulder`] ?? -1, share);
      return sum + share;
    }, 0);
    column(shares, p, body - collars);
    return shares;
  };
}

/** Gives a leg and an arm their shares and returns the sum. */
function limbShares(shares: Shares, figure: Figure, suit: Suit, side: Side, p: Vec3, trunk: number): number {
  const { size, roles } = figure;
  const { thigh, shank, upperArm, forearm } = figure.sides[side];
  const other = side === 'left' ? 'right' : 'left';
  const [leg, arm] = [suit.legs[side](p), suit.arms[side](p)];
  const [x, y, z] = localIn(thigh.frame, p);
  // The groin rises to the outside and the seat lies lower than the groin, so the crease is a slanted plane through the hip.
  const legShare =
    ramp(Math.min(trunk, arm) - leg, -3.5 * size, 2.5 * size) *
    ramp(y + 0.45 * x + 0.15 * z, -4 * size, 8 * size) *
    ramp(suit.legs[other](p) - leg, -1.5 * size, 1.5 * size);
  const knee = ramp(localIn(shank.frame, p)[1], -BEND.knee * size, BEND.knee * size);
  const ankle = ramp(localIn(shank.frame, p)[1] - shank.length, -BEND.ankle * size, BEND.ankle * size);
  give(shares, roles[`${side}UpperLeg`] ?? 0, legShare * (1 - knee));
  give(shares, roles[`${side}LowerLeg`] ?? 0, legShare * knee * (1 - ankle));
  give(shares, roles[`${side}Foot`] ?? 0, legShare * knee * ankle);
  const armShare =
    ramp(Math.min(trunk, leg) - arm, -3.5 * size, 2.5 * size) *
    ramp(localIn(upperArm.frame, p)[1], -5 * size, 5.5 * size);
  const elbow = ramp(localIn(forearm.frame, p)[1], -BEND.elbow * size, BEND.elbow * size);
  const wrist = ramp(localIn(forearm.frame, p)[1] - forearm.length, -BEND.wrist * size, BEND.wrist * size);
  const lower = roles[`${side}LowerArm`] ?? 0;
  give(shares, roles[`${side}UpperArm`] ?? 0, armShare * (1 - elbow));
  give(shares, lower, armShare * elbow * (1 - wrist));
  give(shares, roles[`${side}Hand`] ?? lower, armShare * elbow * wrist);
  return legShare + armShare;
}

/** The collar bone moves the shoulder's roof and the outer chest. */
function collarShare({ roles, trunk, sides }: Figure, side: Side, p: Vec3): number {
  if (roles[`${side}Shoulder`] === undefined) return 0;
  const s = side === 'left' ? 1 : -1;
  const shoulder = Math.abs(localIn(trunk.frame, sides[side].upperArm.frame.origin)[0]);
  const [x, y] = localIn(trunk.frame, p);
  return 0.85 * ramp((s * x) / shoulder, 0.25, 0.9) * ramp(y / trunk.length, 0.7, 0.95);
}

/** Trunk, neck and head: a column of joints, each taking over from the one below at its own height. */
function columnOf({ marks, trunk }: Figure): (shares: Shares, p: Vec3, share: number) => void {
  const { axis } = trunk.frame;
  const heightOf = (p: Vec3): number => dot(sub(p, marks.midHip), axis);
  const joints = [...marks.trunkJoints, ...marks.headJoints];
  const least = 0.02 * marks.height;
  const starts: number[] = [];
  for (const joint of joints) {
    const height = heightOf(vectorAt(marks.frames.origins, 3 * joint));
    // Spine joints between the hip joints (some rigs) take over above the pelvis.
    const lowest =
      starts.length === 0 ? Number.NEGATIVE_INFINITY : Math.max(0.15 * trunk.length, starts[starts.length - 1] + least);
    starts.push(Math.max(height, lowest));
  }
  const halfOf = (k: number): number => {
    const below = k > 1 ? starts[k] - starts[k - 1] : starts[k];
    const above = k + 1 < starts.length ? starts[k + 1] - starts[k] : below;
    return 0.5 * Math.min(below, above, 0.08 * marks.height);
  };
  return (shares, p, share) => {
    const height = heightOf(p);
    let reached = 1;
    joints.forEach((joint, k) => {
      const next =
        k + 1 < joints.length ? ramp(height, starts[k + 1] - halfOf(k + 1), starts[k + 1] + halfOf(k + 1)) : 0;
      give(shares, joint, share * (reached - Math.min(reached, next)));
      reached = Math.min(reached, next);
    });
  };
}

/** Averages shares with those of neighbouring vertices, `rounds` times. */
export function smoothedShares(
  all: readonly Shares[],
  triangles: readonly (readonly [number, number, number])[],
  rounds: number,
): readonly Shares[] {
  const neighbours = all.map(() => new Set<number>());
  for (const [a, b, c] of triangles) {
    neighbours[a].add(b).add(c);
    neighbours[b].add(a).add(c);
    neighbours[c].add(a).add(b);
  }
  let now = all;
  for (let round = 0; round < rounds; round++) {
    const before = now;
    now = before.map((own, i) => {
      const mixed: Shares = new Map();
      for (const [joint, share] of own) give(mixed, joint, 0.5 * share);
      for (const j of neighbours[i]) {
        for (const [joint, share] of before[j]) give(mixed, joint, (0.5 * share) / neighbours[i].size);
      }
      return mixed;
    });
  }
  return now;
}
