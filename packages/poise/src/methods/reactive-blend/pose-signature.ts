/**
 * What poses are compared by: vectors from the centre of mass to the toes, and the inertia of the whole body, in a frame whose
 * lateral axis joins the feet. [Komura05] eq. 6. Twelve numbers instead of all joints.
 */
import type { Body } from '../../body/body.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import { turnSymmetric3 } from '../../math/mat3.ts';

/** Toes − CoM, left then right, over the leg [leg lengths]; then the inertia over 0.05 m H²: xx yy zz, √2 xy xz yz. */
export const SIGNATURE = 12;

const NEAR = 0.08; // [m] feet nearer than this do not tell a direction
const INERTIA_SHARE = 0.05; // of mass × height²
const segment = new Float64Array(6);
const sum = new Float64Array(6);
const turn = new Float64Array(9);

/** Writes the signature of a pose at out[o]. ws: its position level. Does not depend on where it stands or faces. */
export function writeSignature(out: Float64Array, o: number, body: Body, ws: Workspace, leg: number): void {
  const [lx, lz] = lateralAxis(body, ws);
  const { com, segmentOrigin } = ws;
  body.soles.forEach(({ toes }, side) => {
    const [x, y, z] = [0, 1, 2].map((c) => segmentOrigin[3 * toes + c] - com[c]);
    const at = o + 3 * side;
    out[at] = (lx * x + lz * z) / leg;
    out[at + 1] = y / leg;
    out[at + 2] = (lx * z - lz * x) / leg;
  });
  writeInertia(body, ws);
  // rows: lateral, up, forward
  turn.set([lx, 0, lz, 0, 1, 0, -lz, 0, lx]);
  turnSymmetric3(segment, 0, turn, 0, sum, 0);
  const scale = 1 / (INERTIA_SHARE * body.totalMass * body.height * body.height);
  for (let k = 0; k < 6; k++) out[o + 6 + k] = scale * segment[k] * (k < 3 ? 1 : Math.SQRT2);
}

/** Towards the left, over the ground, unit: from foot to foot, or as the pelvis has it where feet are together or crossed. */
function lateralAxis(body: Body, { segmentOrigin }: Workspace): readonly [x: number, z: number] {
  const { leftUpperLeg = 0, rightUpperLeg = 0 } = body.roles;
  const between = (a: number, b: number): [number, number] => [
    segmentOrigin[3 * a] - segmentOrigin[3 * b],
    segmentOrigin[3 * a + 2] - segmentOrigin[3 * b + 2],
  ];
  const pelvis = between(leftUpperLeg, rightUpperLeg);
  const feet = between(body.soles[0].foot, body.soles[1].foot);
  const agree = feet[0] * pelvis[0] + feet[1] * pelvis[1];
  let [x, z] = Math.hypot(...feet) < NEAR || Math.abs(agree) < 1e-9 ? pelvis : feet;
  if (x * pelvis[0] + z * pelvis[1] < 0) [x, z] = [-x, -z];
  const length = Math.hypot(x, z);
  return length > 1e-9 ? [x / length, z / length] : [1, 0];
}

/** Inertia about the CoM, world axes, into `sum`. */
function writeInertia({ mass, inertiaInSegment }: Body, ws: Workspace): void {
  sum.fill(0);
  for (const s of ws.massive) {
    turnSymmetric3(segment, 0, ws.worldFromSegment, 9 * s, inertiaInSegment, 6 * s);
    const [x, y, z] = [0, 1, 2].map((c) => ws.segmentCom[3 * s + c] - ws.com[c]);
    const m = mass[s];
    sum[0] += segment[0] + m * (y * y + z * z);
    sum[1] += segment[1] + m * (x * x + z * z);
    sum[2] += segment[2] + m * (x * x + y * y);
    sum[3] += segment[3] - m * x * y;
    sum[4] += segment[4] - m * x * z;
    sum[5] += segment[5] - m * y * z;
  }
}

/** out[o] = the signature of the mirror image. */
export function mirrorSignature(out: Float64Array, o: number, from: Float64Array, i: number): void {
  for (let side = 0; side < 2; side++) {
    const [to, at] = [o + 3 * side, i + 3 * (1 - side)];
    out[to] = -from[at];
    out[to + 1] = from[at + 1];
    out[to + 2] = from[at + 2];
  }
  for (let k = 0; k < 6; k++) out[o + 6 + k] = (k === 3 || k === 4 ? -1 : 1) * from[i + 6 + k];
}
