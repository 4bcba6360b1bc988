/**
 * Forward kinematics of an OpenSim model: exact body poses for every row of a table of coordinates, and what follows from
 * them (markers, centre of mass). Joints whose origin moves with the angle are kept as they are.
 */
import { FormatError } from '../../errors.ts';
import { conjugateQuat, multiplyQuat, quatFromAxisAngle, rotate3 } from '../../math/quat.ts';
import type { MarkerRecording, TableRecording } from '../recording.ts';
import type { OsimFrame, OsimJoint, OsimModel } from './osim-model.ts';

export interface OsimPoses {
  readonly model: OsimModel;
  readonly time: Float64Array; // frames [s]
  readonly origins: Float64Array; // frames × bodies × 3 [m] origin of the body frame, world
  readonly rotations: Float64Array; // frames × bodies × 4 worldFromBody
  /** frames × joints × 7: where the child's joint frame stands in the parent body [m], and parentBodyFromChildBody. */
  readonly joints: Float64Array;
  readonly missing: readonly string[]; // coordinates that the table does not hold; their defaults were used
}

const DEGREE = Math.PI / 180;

/** Poses of all bodies, in the order of `model.bodies`. Without a table: one frame in the default pose. */
export function osimPoses(model: OsimModel, table?: TableRecording): OsimPoses {
  const frames = table?.rows ?? 1;
  const n = model.bodies.length;
  const bodyIndex = new Map(model.bodies.map((body, i) => [body.name, i]));
  const { valueAt, missing } = coordinateReader(model, table);
  const origins = new Float64Array(3 * n * frames);
  const rotations = new Float64Array(4 * n * frames);
  const joints = new Float64Array(7 * model.joints.length * frames);
  const values = new Map<string, number>();
  const scratch = new Float64Array(7);
  for (let frame = 0; frame < frames; frame++) {
    valueAt(values, frame);
    model.joints.forEach((joint, j) => {
      const o = 7 * (frame * model.joints.length + j);
      jointTransform(joints, o, joint, values);
      const child = bodyIndex.get(joint.child.body)!;
      const at = frame * n + child;
      const parent = joint.parent.body === 'ground' ? -1 : frame * n + bodyIndex.get(joint.parent.body)!;
      // worldFromChild rotation, then the child's origin = joint point − child frame's place
      if (parent < 0) {
        rotations.set(joints.subarray(o + 3, o + 7), 4 * at);
        origins.set(joints.subarray(o, o + 3), 3 * at);
      } else {
        multiplyQuat(rotations, 4 * at, rotations, 4 * parent, joints, o + 3);
        rotate3(origins, 3 * at, rotations, 4 * parent, joints, o);
        for (let k = 0; k < 3; k++) origins[3 * at + k] += origins[3 * parent + k];
      }
      for (let k = 0; k < 3; k++) scratch[k] = joint.child.position[k];
      rotate3(scratch, 0, rotations, 4 * at, scratch, 0);
      for (let k = 0; k < 3; k++) origins[3 * at + k] -= scratch[k];
    });
  }
  return { model, time: table ? table.time : new Float64Array(1), origins, rotations, joints, missing };
}

const turn = new Float64Array(16);
const shift = new Float64Array(3);

/** out[o…]: place of the child's joint frame in the parent body, then parentBodyFromChildBody. */
export function jointTransform(
  out: Float64Array,
  o: number,
  joint: OsimJoint,
  values: ReadonlyMap<string, number>,
): void {
  setFrameRotation(turn, 0, joint.parent);
  shift.fill(0);
  for (const term of joint.translations) {
    const amount = term.f(term.coordinate === undefined ? 0 : (values.get(term.coordinate) ?? 0));
    for (let k = 0; k < 3; k++) shift[k] += amount * term.axis[k];
  }
  rotate3(shift, 0, turn, 0, shift, 0);
  for (let k = 0; k < 3; k++) out[o + k] = joint.parent.position[k] + shift[k];
  for (const term of joint.rotations) {
    const angle = term.f(term.coordinate === undefined ? 0 : (values.get(term.coordinate) ?? 0));
    quatFromAxisAngle(turn, 4, term.axis[0], term.axis[1], term.axis[2], angle);
    multiplyQuat(turn, 0, turn, 0, turn, 4);
  }
  setFrameRotation(turn, 8, joint.child);
  conjugateQuat(turn, 8, turn, 8);
  multiplyQuat(out, o + 3, turn, 0, turn, 8);
}

function setFrameRotation(out: Float64Array, o: number, frame: OsimFrame): void {
  for (let k = 0; k < 4; k++) out[o + k] = frame.rotation[k];
}

/** Fills the values of all coordinates for a row: from the table, by coupling, or by default. */
function coordinateReader(
  model: OsimModel,
  table: TableRecording | undefined,
): { valueAt: (out: Map<string, number>, row: number) => void; missing: string[] } {
  const coordinates = model.joints.flatMap((joint) => joint.coordinates);
  const coupled = new Map(model.couplers.map((coupler) => [coupler.dependent, coupler]));
  const columns = coordinates.map((coordinate) => (table ? columnOf(table, coordinate.joint, coordinate.name) : -1));
  const missing = coordinates
    .filter((coordinate, i) => columns[i] < 0 && !coupled.has(coordinate.name))
    .map((coordinate) => coordinate.name);
  if (table && missing.length === coordinates.length) {
    throw new FormatError(
      table.file,
      undefined,
      `no column is a coordinate of the model ${model.file} (it has ${coordinates
        .slice(0, 4)
        .map((c) => c.name)
        .join(', ')} …)`,
    );
  }
  const valueAt = (out: Map<string, number>, row: number): void => {
    coordinates.forEach((coordinate, i) => {
      let value = coordinate.defaultValue;
      if (table && columns[i] >= 0) {
        value = table.values[row * table.columns.length + columns[i]];
        if (table.inDegrees && coordinate.rotational) value *= DEGREE;
      }
      out.set(coordinate.name, value);
    });
    // Couplings win over the table: they hold in the model, and files carry them in odd units.
    for (const coupler of model.couplers) out.set(coupler.dependent, coupler.f(out.get(coupler.independent) ?? 0));
  };
  return { valueAt, missing: table ? missing : [] };
}

/** Column of a coordinate: by its name, or by its path /jointset/joint/name/value. */
function columnOf(table: TableRecording, joint: string, name: string): number {
  const paths = [
    name,
    `/jointset/${joint}/${name}/value`,
    `${joint}/${name}/value`,
    `${joint}/${name}`,
    `/jointset/${joint}/${name}`,
  ];
  for (const path of paths) {
    const column = table.columns.indexOf(path);
    if (column >= 0) return column;
  }
  return -1;
}

/** Where the model's markers are, to be compared with measured ones. */
export function osimMarkers(poses: OsimPoses): MarkerRecording {
  const { model } = poses;
  const frames = poses.time.length;
  const n = model.bodies.length;
  const bodyIndex = new Map(model.bodies.map((body, i) => [body.name, i]));
  const markers = model.markers.filter((marker) => bodyIndex.has(marker.body));
  const positions = new Float64Array(3 * markers.length * frames);
  const present = new Uint8Array(markers.length * frames).fill(1);
  for (let frame = 0; frame < frames; frame++) {
    markers.forEach((marker, m) => {
      const o = 3 * (frame * markers.length + m);
      const at = frame * n + bodyIndex.get(marker.body)!;
      positions.set(marker.location, o);
      rotate3(positions, o, poses.rotations, 4 * at, positions, o);
      for (let k = 0; k < 3; k++) positions[o + k] += poses.origins[3 * at + k];
    });
  }
  const names = markers.map((marker) => marker.name);
  return {
    file: model.file,
    names,
    rate: rateOf(poses.time),
    startTime: poses.time[0],
    frameCount: frames,
    positions,
    present,
    notes: [],
  };
}

/** Frames per second of a time column; 1 for a single frame. */
export function rateOf(time: Float64Array): number {
  if (time.length < 2) return 1;
  const rate = (time.length - 1) / (time[time.length - 1] - time[0]);
  return Math.abs(rate - Math.round(rate)) < 1e-3 * rate ? Math.round(rate) : rate;
}

/** Centre of mass by the model's own masses, frames × 3 [m], exact in moving joint origins. */
export function osimCentreOfMass(poses: OsimPoses): Float64Array {
  const { model } = poses;
  const n = model.bodies.length;
  const total = model.bodies.reduce((sum, body) => sum + body.mass, 0);
  const out = new Float64Array(3 * poses.time.length);
  const point = new Float64Array(3);
  for (let frame = 0; frame < poses.time.length; frame++) {
    for (let b = 0; b < n; b++) {
      const at = frame * n + b;
      point.set(model.bodies[b].massCentre);
      rotate3(point, 0, poses.rotations, 4 * at, point, 0);
      for (let k = 0; k < 3; k++)
        out[3 * frame + k] += (model.bodies[b].mass / total) * (poses.origins[3 * at + k] + point[k]);
    }
  }
  return out;
}
