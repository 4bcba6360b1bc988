/**
 * From what a force plate's channels measure to the force of the ground on the person, and onto a common clock.
 */

import type { Vec3 } from '../math/types.ts';
import { cross3, dot3, length3 } from '../math/vec3.ts';
import type { Clip } from './clip.ts';
import type { ForceRecording, PlateRecording, SampleClock } from './recording.ts';

/** Below this vertical force [N] a centre of pressure is noise: 1 N·m of moment noise moves it by 10 cm at 10 N. */
export const COP_MINIMUM_FORCE = 10;

export type Corners = readonly [Vec3, Vec3, Vec3, Vec3];

/** Unit axes of a plate in the axes of its corners, as rows x, y, z. Corners 1–4 lie at (+x+y), (−x+y), (−x−y), (+x−y) of the
 *  plate's own axes; z = x × y points down into the plate. */
export function plateAxes(corners: Corners): Float64Array {
  const [c1, c2, c3, c4] = corners;
  const axes = new Float64Array(9);
  for (let k = 0; k < 3; k++) {
    axes[k] = c1[k] + c4[k] - c2[k] - c3[k];
    axes[3 + k] = c1[k] + c2[k] - c3[k] - c4[k];
  }
  cross3(axes, 6, axes, 0, axes, 3);
  normalise(axes, 6);
  normalise(axes, 0);
  // Corners measured by hand are not quite square; y is rebuilt so that the axes are.
  cross3(axes, 3, axes, 6, axes, 0);
  return axes;
}

function normalise(a: Float64Array, i: number): void {
  const size = length3(a, i);
  if (size > 0) for (let k = 0; k < 3; k++) a[i + k] /= size;
}

export const plateCentre = (corners: Corners): Vec3 => [
  (corners[0][0] + corners[1][0] + corners[2][0] + corners[3][0]) / 4,
  (corners[0][1] + corners[1][1] + corners[2][1] + corners[3][1]) / 4,
  (corners[0][2] + corners[1][2] + corners[2][2] + corners[3][2]) / 4,
];

/** Moment [N·m] of one sample about a world point: (cop − point) × force + freeMoment. */
export function momentAbout(out: Float64Array, o: number, plate: PlateRecording, frame: number, point: Vec3): void {
  const i = 3 * frame;
  for (let k = 0; k < 3; k++) arm[k] = plate.cop[i + k] - point[k];
  cross3(out, o, arm, 0, plate.force, i);
  for (let k = 0; k < 3; k++) out[o + k] += plate.freeMoment[i + k];
}

const arm = new Float64Array(3);

/** Where a wrench (force, moment about `point`) meets the horizontal plane through that point, with the free moment that is
 *  left there. Returns false when the vertical force is too small. */
export function centreOfPressure(
  cop: Float64Array,
  freeMoment: Float64Array,
  i: number,
  force: Float64Array,
  moment: Float64Array,
  point: Vec3,
): boolean {
  const fy = force[i + 1];
  if (Math.abs(fy) < COP_MINIMUM_FORCE) {
    for (let k = 0; k < 3; k++) cop[i + k] = point[k];
    freeMoment.fill(0, i, i + 3);
    return false;
  }
  // M = r × F + T with r and T such that M_x = T_x + (r_y F_z − r_z F_y), r_y = 0, T horizontal = 0
  const rx = moment[2] / fy;
  const rz = -moment[0] / fy;
  cop[i] = point[0] + rx;
  cop[i + 1] = point[1];
  cop[i + 2] = point[2] + rz;
  freeMoment[i] = 0;
  freeMoment[i + 1] = moment[1] - (rz * force[i] - rx * force[i + 2]);
  freeMoment[i + 2] = 0;
  return true;
}

/**
 * All plates as one: total force [N] and the point of the ground plane where it acts, the measured counterpart of the ZMP.
 * Plates that carry less than `minimumForce` [N] are left out, so that the drift of idle plates does not count.
 *
 * ```ts
 * const total = totalPlate(onClock(forces, clockOf(clip, startTime))); // total.cop against the computed ZMP
 * ```
 */
export function totalPlate(
  recording: ForceRecording,
  groundHeight = 0,
  minimumForce = 2 * COP_MINIMUM_FORCE,
): PlateRecording {
  const frames = recording.frameCount;
  const force = new Float64Array(3 * frames);
  const cop = new Float64Array(3 * frames);
  const freeMoment = new Float64Array(3 * frames);
  const loaded = new Uint8Array(frames);
  const origin: Vec3 = [0, groundHeight, 0];
  const moment = new Float64Array(3);
  const part = new Float64Array(3);
  for (let frame = 0; frame < frames; frame++) {
    moment.fill(0);
    for (const plate of recording.plates) {
      if (plate.force[3 * frame + 1] < minimumForce) continue;
      momentAbout(part, 0, plate, frame, origin);
      for (let k = 0; k < 3; k++) {
        force[3 * frame + k] += plate.force[3 * frame + k];
        moment[k] += part[k];
      }
    }
    loaded[frame] = centreOfPressure(cop, freeMoment, 3 * frame, force, moment, origin) ? 1 : 0;
  }
  return { name: 'all plates', force, cop, freeMoment, loaded, corners: undefined };
}

/** The clock of a clip whose first frame was taken at `startTime` [s] of the laboratory's clock. */
export const clockOf = (clip: Clip, startTime: number): SampleClock => ({
  rate: 1 / clip.frameTime,
  startTime,
  frameCount: clip.frameCount,
});

/**
 * The recording sampled on another clock. Force and moment are averaged over one period of the new clock when it is slower
 * (interpolated when it is faster); the centre of pressure follows from them. Outside the record everything is zero.
 */
export function onClock(recording: ForceRecording, clock: SampleClock): ForceRecording {
  const plates = recording.plates.map((plate) => resamplePlate(plate, recording, clock));
  return { ...recording, rate: clock.rate, startTime: clock.startTime, frameCount: clock.frameCount, plates };
}

function resamplePlate(plate: PlateRecording, from: SampleClock, to: SampleClock): PlateRecording {
  const wrench = wrenchesOf(plate, from.frameCount);
  const force = new Float64Array(3 * to.frameCount);
  const cop = new Float64Array(3 * to.frameCount);
  const freeMoment = new Float64Array(3 * to.frameCount);
  const loaded = new Uint8Array(to.frameCount);
  const sample = new Float64Array(6);
  // All centres of pressure of a plate share one height; moments are kept about the world's origin at that height.
  const origin: Vec3 = [0, heightOf(plate), 0];
  for (let frame = 0; frame < to.frameCount; frame++) {
    const time = to.startTime + frame / to.rate;
    averageAt(sample, wrench, from, time, 0.5 / to.rate);
    for (let k = 0; k < 3; k++) force[3 * frame + k] = sample[k];
    const moment = sample.subarray(3);
    const carries = force[3 * frame + 1] >= COP_MINIMUM_FORCE;
    if (carries) loaded[frame] = centreOfPressure(cop, freeMoment, 3 * frame, force, moment, origin) ? 1 : 0;
  }
  return { name: plate.name, force, cop, freeMoment, loaded, corners: plate.corners };
}

function heightOf(plate: PlateRecording): number {
  let sum = 0;
  let count = 0;
  plate.loaded.forEach((loaded, frame) => {
    if (!loaded) return;
    sum += plate.cop[3 * frame + 1];
    count++;
  });
  return count === 0 ? 0 : sum / count;
}

/** frames × 6: force, moment about (0, height of the plate, 0). */
function wrenchesOf(plate: PlateRecording, frames: number): Float64Array {
  const out = new Float64Array(6 * frames);
  const origin: Vec3 = [0, heightOf(plate), 0];
  for (let frame = 0; frame < frames; frame++) {
    for (let k = 0; k < 3; k++) out[6 * frame + k] = plate.force[3 * frame + k];
    if (plate.loaded[frame]) momentAbout(out, 6 * frame + 3, plate, frame, origin);
  }
  return out;
}

/** Mean of the samples within ± half of a time, or the straight line between neighbours when there are fewer than two. */
function averageAt(out: Float64Array, wrench: Float64Array, from: SampleClock, time: number, half: number): void {
  out.fill(0);
  const position = (time - from.startTime) * from.rate;
  const last = from.frameCount - 1;
  if (position < -0.5 || position > last + 0.5) return;
  const first = Math.max(0, Math.ceil(position - half * from.rate + 1e-6));
  const end = Math.min(last, Math.floor(position + half * from.rate - 1e-6));
  if (end > first) {
    for (let i = first; i <= end; i++) for (let k = 0; k < 6; k++) out[k] += wrench[6 * i + k] / (end - first + 1);
    return;
  }
  const i = Math.min(Math.max(Math.floor(position), 0), Math.max(0, last - 1));
  const t = Math.min(Math.max(position - i, 0), 1);
  const j = Math.min(i + 1, last);
  for (let k = 0; k < 6; k++) out[k] = (1 - t) * wrench[6 * i + k] + t * wrench[6 * j + k];
}

/** Whether a point lies within a plate's outline, grown by a margin [m], seen from above. */
export function onPlate(corners: Corners, point: Vec3, margin = 0): boolean {
  const axes = plateAxes(corners);
  const centre = Float64Array.from(plateCentre(corners));
  const from = Float64Array.from([point[0] - centre[0], point[1] - centre[1], point[2] - centre[2]]);
  const edge = Float64Array.from([corners[0][0] - centre[0], corners[0][1] - centre[1], corners[0][2] - centre[2]]);
  return [0, 3].every((row) => Math.abs(dot3(axes, row, from, 0)) <= Math.abs(dot3(axes, row, edge, 0)) + margin);
}
