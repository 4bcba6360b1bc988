/** The stick figure and the footprints of the page. */
import type { BalanceReport, FootReport } from '../balance/report.ts';
import type { Body, Sole } from '../body/body.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../dynamics/workspace.ts';
import { convexHull } from '../math/polygon.ts';
import { rotate3 } from '../math/quat.ts';
import { add3 } from '../math/vec3.ts';
import type { Clip } from '../motion/clip.ts';
import { coordinateCount, type EndSite } from '../motion/skeleton.ts';
import { pack } from './pack.ts';
import type { FigureData, Footprint } from './page-data.ts';
import { along, leftward, type Plan } from './plan.ts';

/** A drawn point: a joint's origin or a point fixed to a joint. */
interface FigurePoint {
  readonly joint: number;
  readonly offset: Float64Array; // 3 [m] in the joint's frame
}

interface FigureShape {
  readonly points: readonly FigurePoint[];
  readonly bones: readonly number[];
  readonly soles: readonly (readonly number[])[];
  readonly head: number;
}

/** Joints with a role and their ancestors, the middle of the head, and the soles; fingers and props are left out. */
export function figureShape(body: Body): FigureShape {
  const { parents } = body.skeleton;
  const wanted = new Set<number>();
  for (const joint of Object.values(body.roles)) for (let j = joint; j >= 0; j = parents[j]) wanted.add(j);
  const joints = [...wanted].sort((a, b) => a - b);
  const points: FigurePoint[] = joints.map((joint) => ({ joint, offset: new Float64Array(3) }));
  const bones = joints.flatMap((joint, i) => (parents[joint] >= 0 ? [joints.indexOf(parents[joint]), i] : []));
  for (const { joint, offset } of handEnds(body)) {
    bones.push(joints.indexOf(joint), points.length);
    points.push({ joint, offset: Float64Array.from(offset) });
  }
  const head = body.roles.head === undefined ? -1 : points.length;
  if (body.roles.head !== undefined) points.push(segmentCentre(body, body.roles.head));
  const soles = body.soles.map((sole) => {
    const first = points.length;
    for (let i = 0; i < sole.parts.length; i++) points.push(solePoint(sole, i));
    return sole.parts.map((_, i) => first + i);
  });
  return { points, bones, soles, head };
}

/** Ends of chains that start at a hand. */
const handEnds = ({ skeleton, roles }: Body): readonly EndSite[] =>
  skeleton.endSites.filter(({ joint }) => joint === roles.leftHand || joint === roles.rightHand);

const segmentCentre = (body: Body, joint: number): FigurePoint => ({
  joint,
  offset: body.comInSegment.slice(3 * joint, 3 * joint + 3),
});

const solePoint = (sole: Sole, i: number): FigurePoint => ({
  joint: sole.segments[i],
  offset: sole.points.slice(3 * i, 3 * i + 3),
});

/** World position of a point, written to out. Needs the position level of ws. */
export function placePoint(out: Float64Array, o: number, ws: Workspace, { joint, offset }: FigurePoint): void {
  rotate3(out, o, ws.segmentRotation, 4 * joint, offset, 0);
  add3(out, o, out, o, ws.segmentOrigin, 3 * joint);
}

export function buildFigure(body: Body, clip: Clip, plan: Plan, frames: Uint32Array, limit: number): FigureData {
  const { points, ...shape } = figureShape(body);
  const stride = Math.max(1, Math.ceil(frames.length / limit));
  const shown = frames.filter((_, i) => i % stride === 0);
  const forward = new Float64Array(shown.length * points.length);
  const up = new Float64Array(forward.length);
  const left = new Float64Array(forward.length);
  const ws = createWorkspace(body);
  const nq = coordinateCount(clip.skeleton);
  const place = new Float64Array(3);
  for (let i = 0; i < shown.length; i++) {
    forwardKinematics(body, ws, clip.q, shown[i] * nq);
    for (let p = 0; p < points.length; p++) {
      placePoint(place, 0, ws, points[p]!);
      const at = i * points.length + p;
      forward[at] = along(plan, place[0] - plan.x, place[2] - plan.z);
      up[at] = place[1];
      left[at] = leftward(plan, place[0] - plan.x, place[2] - plan.z);
    }
  }
  const axes = { forward: pack(forward), up: pack(up), left: pack(left) };
  return { stride, pointCount: points.length, ...shape, ...axes };
}

/** One outline per stretch of contact, where the foot stood in the middle of it. */
export function buildFootprints(body: Body, clip: Clip, report: BalanceReport, plan: Plan, limit: number): Footprint[] {
  const ws = createWorkspace(body);
  const nq = coordinateCount(clip.skeleton);
  const prints: Footprint[] = [];
  for (const [i, foot] of report.feet.entries()) {
    for (const [start, end] of contactStretches(foot).slice(0, limit)) {
      forwardKinematics(body, ws, clip.q, ((start + end) >> 1) * nq);
      prints.push({ side: foot.side, points: printOf(body.soles[i]!, ws, plan) });
    }
  }
  return prints;
}

/** First and last frame of each uninterrupted contact of a foot. */
export function contactStretches({ heel, ball, toe }: FootReport): (readonly [number, number])[] {
  const stretches: (readonly [number, number])[] = [];
  let start = -1;
  for (let frame = 0; frame <= heel.length; frame++) {
    const touches = frame < heel.length && (heel[frame] || ball[frame] || toe[frame]);
    if (touches && start < 0) start = frame;
    if (!touches && start >= 0) {
      stretches.push([start, frame - 1]);
      start = -1;
    }
  }
  return stretches;
}

function printOf(sole: Sole, ws: Workspace, plan: Plan): number[] {
  const m = sole.parts.length;
  const ground = new Float64Array(2 * m);
  const place = new Float64Array(3);
  for (let i = 0; i < m; i++) {
    placePoint(place, 0, ws, solePoint(sole, i));
    ground[2 * i] = along(plan, place[0] - plan.x, place[2] - plan.z);
    ground[2 * i + 1] = leftward(plan, place[0] - plan.x, place[2] - plan.z);
  }
  const hull = new Float64Array(2 * (m + 1));
  const corners = convexHull(hull, 0, ground, m);
  return Array.from(hull.subarray(0, 2 * corners), (value) => Number(value.toFixed(4)));
}
