/** Rows about the pose: feet, ceilings, pins, angles. Metres; turns count 0.3 m per radian. */
import { transformPoint3 } from '../../math/mat3.ts';
import { logQuat, multiplyQuat } from '../../math/quat.ts';
import type { FootPlan } from './plan.ts';
import { addPoseEntry, addPoseRow, type LabelledRows, type RowKind, type RowSink } from './row-sink.ts';
import type { SiteState } from './site.ts';

const ARM = 0.3; // [m/rad] a foot's turn as a distance
const SWING_SINK = 0.01; // [m] a free foot may pass lower than in the clip by this

const point = new Float64Array(3);
const turn = new Float64Array(4);
const back = new Float64Array(4);

/** Feet as planned. */
export function addFootRows(sink: RowSink, state: SiteState, foot: FootPlan, freedoms: Int32Array): void {
  const kind: RowKind = foot.contact === 'none' ? 'swing-foot' : 'foot';
  if (foot.rule === 'height') {
    for (let i = 0; i < foot.heights.length; i++) {
      placePoint(state, foot.segment, foot.corners, 3 * i);
      const row = addPoseRow(sink, sink.unequal, kind, point[1] - foot.heights[i] + SWING_SINK);
      addPointSlopes(sink, sink.unequal, row, state, freedoms, 1, 1);
    }
    return;
  }
  placePoint(state, foot.segment, foot.point, 0);
  for (let c = 0; c < 3; c++) {
    const row = addPoseRow(sink, sink.equal, kind, point[c] - foot.position[c]);
    addPointSlopes(sink, sink.equal, row, state, freedoms, c, 1);
  }
  // log(R R_planᵀ), world axes
  for (let k = 0; k < 4; k++) back[k] = k < 3 ? -foot.rotation[k] : foot.rotation[k];
  multiplyQuat(turn, 0, state.ws.segmentRotation, 4 * foot.segment, back, 0);
  logQuat(turn, 0, turn, 0);
  for (let c = 0; c < 3; c++) {
    if (foot.rule === 'roll' && c !== 1) continue; // only the direction it points to
    const row = addPoseRow(sink, sink.equal, kind, ARM * turn[c]);
    if (!sink.differentiate) continue;
    const [c1, c2] = [(c + 1) % 3, (c + 2) % 3];
    for (const j of freedoms) {
      // inverse left Jacobian of the logarithm, first order: s − ½ φ × s
      const s = 6 * j;
      const cross = turn[c1] * state.motions[s + c2] - turn[c2] * state.motions[s + c1];
      addPoseEntry(sink.equal, row, j, ARM * (state.motions[s + c] - 0.5 * cross));
    }
  }
}

function placePoint({ ws }: SiteState, segment: number, offsets: Float64Array, at: number): void {
  transformPoint3(point, 0, ws.segmentOrigin, 3 * segment, ws.worldFromSegment, 9 * segment, offsets, at);
}

/** Slopes of coordinate c of the point placed last: S gives it the velocity v + ω × p. */
function addPointSlopes(
  sink: RowSink,
  part: LabelledRows,
  row: number,
  { motions }: SiteState,
  freedoms: Int32Array,
  c: number,
  sign: number,
): void {
  if (!sink.differentiate) return;
  const [c1, c2] = [(c + 1) % 3, (c + 2) % 3];
  for (const j of freedoms) {
    const s = 6 * j;
    const slope = motions[s + 3 + c] + motions[s + c1] * point[c2] - motions[s + c2] * point[c1];
    addPoseEntry(part, row, j, sign * slope);
  }
}

/** A point of the body that a constraint is about. */
export interface HeldPoint {
  readonly segment: number;
  readonly offset: Float64Array; // 3 in the segment's frame
}

export function addCeilingRow(
  sink: RowSink,
  state: SiteState,
  held: HeldPoint,
  height: number,
  freedoms: Int32Array,
): void {
  placePoint(state, held.segment, held.offset, 0);
  const row = addPoseRow(sink, sink.unequal, 'ceiling', height - point[1]);
  addPointSlopes(sink, sink.unequal, row, state, freedoms, 1, -1);
}

export function addPinRows(
  sink: RowSink,
  state: SiteState,
  held: HeldPoint,
  target: Float64Array,
  at: number,
  freedoms: Int32Array,
): void {
  placePoint(state, held.segment, held.offset, 0);
  for (let c = 0; c < 3; c++) {
    const row = addPoseRow(sink, sink.equal, 'pin', point[c] - target[at + c]);
    addPointSlopes(sink, sink.equal, row, state, freedoms, c, 1);
  }
}
