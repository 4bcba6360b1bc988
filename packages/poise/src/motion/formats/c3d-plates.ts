/**
 * Force plates of a C3D file: analog channels → force and centre of pressure in the world. Plate types 1 to 4.
 * The manual leaves the sign of the force to the maker; it is settled by the fact that the ground pushes people up.
 */
import type { Vec3 } from '../../math/types.ts';
import type { ImportNote } from '../clip.ts';
import { type Corners, centreOfPressure, plateAxes, plateCentre } from '../force-plates.ts';
import { type FileAxes, turnToYUp } from '../markers/up-axis.ts';
import type { ForceRecording, PlateRecording } from '../recording.ts';
import type { C3dFile } from './c3d-file.ts';
import { numberOf, numbersOf } from './c3d-parameters.ts';

/** A mean load [N] above this in the frames meant for zeroing means that somebody stood there. */
const ZERO_LIMIT = 50;

interface PlateSetup {
  readonly type: number;
  readonly channels: readonly number[]; // 0-based
  readonly corners: Corners; // [m] file axes
  readonly origin: Vec3; // [m] in plate axes, see wrenchOf
  readonly calibration: Float64Array | undefined; // 6×6, column-major
  readonly momentUnit: number; // [m] of the length in the moment channels
}

/** Forces of all plates, or undefined where the file has none that can be read. */
export function platesOf(
  c3d: C3dFile,
  metresPerUnit: number,
  fileAxes: FileAxes,
  notes: ImportNote[],
): ForceRecording | undefined {
  const count = numberOf(c3d.parameters, 'FORCE_PLATFORM:USED') ?? 0;
  const samples = c3d.frameCount * c3d.analogPerFrame;
  if (!(count > 0) || samples === 0 || c3d.channelCount === 0) return undefined;
  const plates: PlateRecording[] = [];
  for (let index = 0; index < count; index++) {
    const setup = setupOf(c3d, index, metresPerUnit);
    if (typeof setup === 'string')
      notes.push({ topic: 'content', confidence: 'sure', text: `force plate ${index + 1} is left out: ${setup}` });
    else plates.push(readPlate(c3d, setup, `${index + 1}`, fileAxes, notes));
  }
  if (plates.length === 0) return undefined;
  const startTime = (c3d.firstFrame - 1) / c3d.rate;
  return { file: c3d.file, rate: c3d.rate * c3d.analogPerFrame, startTime, frameCount: samples, plates, notes };
}

/** The plate's description, or the reason why it cannot be read. */
function setupOf(c3d: C3dFile, index: number, metresPerUnit: number): PlateSetup | string {
  const type = numbersOf(c3d.parameters, 'FORCE_PLATFORM:TYPE')[index];
  if (![1, 2, 3, 4].includes(type)) return `type ${type} is not known (1 to 4 are)`;
  const channelTable = c3d.parameters.values.get('FORCE_PLATFORM:CHANNEL');
  const rows = channelTable?.dimensions[0] ?? 0;
  const needed = type === 3 ? 8 : 6;
  if (!channelTable || rows < needed || channelTable.numbers.length < rows * (index + 1))
    return `it needs ${needed} channels`;
  const channels = Array.from(
    channelTable.numbers.slice(rows * index, rows * index + needed),
    (channel) => channel - 1,
  );
  if (channels.some((channel) => channel < 0 || channel >= c3d.channelCount))
    return 'it names channels that do not exist';
  if (channels.some((channel) => c3d.unsampled.has(channel)))
    return 'some of its channels carry no signal, only their offset';
  const cornerNumbers = numbersOf(c3d.parameters, 'FORCE_PLATFORM:CORNERS').slice(12 * index, 12 * index + 12);
  if (cornerNumbers.length < 12) return 'its corners are not given';
  const corner = (k: number): Vec3 => [
    cornerNumbers[3 * k] * metresPerUnit,
    cornerNumbers[3 * k + 1] * metresPerUnit,
    cornerNumbers[3 * k + 2] * metresPerUnit,
  ];
  const corners: Corners = [corner(0), corner(1), corner(2), corner(3)];
  const down = plateAxes(corners);
  if (!(Math.hypot(down[6], down[7], down[8]) > 0.5)) return 'its corners do not span a plate';
  const origin = numbersOf(c3d.parameters, 'FORCE_PLATFORM:ORIGIN').slice(3 * index, 3 * index + 3);
  const calibration = numbersOf(c3d.parameters, 'FORCE_PLATFORM:CAL_MATRIX').slice(36 * index, 36 * index + 36);
  if (type === 4 && calibration.length < 36) return 'its calibration matrix is not given';
  return {
    type,
    channels,
    corners,
    origin: originOf(type, origin, metresPerUnit),
    calibration: type === 4 ? calibration : undefined,
    momentUnit: momentUnitOf(c3d, channels[type === 3 ? 4 : 3], metresPerUnit),
  };
}

/** Types 2 and 4: from the transducer to the middle of the surface, which lies above it: z < 0 in plate axes. Some programs
 *  write the opposite vector. Type 3: half the distances between the load cells, and the height. */
function originOf(type: number, origin: Float64Array, metresPerUnit: number): Vec3 {
  if (origin.length < 3) return [0, 0, 0];
  const [x, y, z] = [origin[0] * metresPerUnit, origin[1] * metresPerUnit, origin[2] * metresPerUnit];
  if (type === 3) return [Math.abs(x), Math.abs(y), -Math.abs(z)];
  return z > 0 ? [-x, -y, -z] : [x, y, z];
}

function momentUnitOf(c3d: C3dFile, channel: number, metresPerUnit: number): number {
  const unit = c3d.channelUnits[channel] ?? '';
  if (/mm/i.test(unit)) return 0.001;
  if (/cm/i.test(unit)) return 0.01;
  if (/^nt?[·.*\s-]?m$/i.test(unit.trim())) return 1;
  return metresPerUnit;
}

function readPlate(
  c3d: C3dFile,
  setup: PlateSetup,
  name: string,
  fileAxes: FileAxes,
  notes: ImportNote[],
): PlateRecording {
  const samples = c3d.frameCount * c3d.analogPerFrame;
  const axes = plateAxes(setup.corners);
  const force = new Float64Array(3 * samples);
  const moment = new Float64Array(3 * samples); // about the middle of the surface
  const zero = zeroOf(c3d, setup, name, notes);
  const raw = new Float64Array(setup.channels.length);
  const wrench = new Float64Array(6);
  for (let i = 0; i < samples; i++) {
    for (let k = 0; k < raw.length; k++) raw[k] = c3d.analog[i * c3d.channelCount + setup.channels[k]] - zero[k];
    wrenchOf(wrench, setup, raw);
    for (let k = 0; k < 3; k++) {
      for (let a = 0; a < 3; a++) {
        force[3 * i + k] += axes[3 * a + k] * wrench[a];
        moment[3 * i + k] += axes[3 * a + k] * wrench[3 + a];
      }
    }
  }
  turnToYUp(force, fileAxes);
  turnToYUp(moment, fileAxes);
  pointUp(force, moment);
  const corners = setup.corners.map((corner) => turned(corner, fileAxes)) as unknown as Corners;
  const centre = plateCentre(corners);
  const cop = new Float64Array(3 * samples);
  const freeMoment = new Float64Array(3 * samples);
  const loaded = new Uint8Array(samples);
  for (let i = 0; i < samples; i++) {
    loaded[i] =
      centreOfPressure(cop, freeMoment, 3 * i, force, moment.subarray(3 * i, 3 * i + 3), centre) && force[3 * i + 1] > 0
        ? 1
        : 0;
  }
  return { name, force, cop, freeMoment, loaded, corners };
}

function turned(point: Vec3, fileAxes: FileAxes): Vec3 {
  const p = Float64Array.from(point);
  turnToYUp(p, fileAxes);
  return [p[0], p[1], p[2]];
}

/** Force [N] and moment [N·m] about the middle of the surface, plate axes, from the channels of one sample. */
function wrenchOf(out: Float64Array, setup: PlateSetup, raw: Float64Array): void {
  const length = setup.momentUnit;
  const [ox, oy, oz] = setup.origin;
  if (setup.type === 1) {
    // Fx Fy Fz, then the centre of pressure and the free moment themselves
    const px = raw[3] * length;
    const py = raw[4] * length;
    for (let k = 0; k < 3; k++) out[k] = raw[k];
    out[3] = py * raw[2];
    out[4] = -px * raw[2];
    out[5] = px * raw[1] - py * raw[0] + raw[5] * length;
    return;
  }
  if (setup.type === 3) {
    const [fx12, fx34, fy14, fy23, f1, f2, f3, f4] = raw;
    out[0] = fx12 + fx34;
    out[1] = fy14 + fy23;
    out[2] = f1 + f2 + f3 + f4;
    out[3] = oy * (f1 + f2 - f3 - f4) + out[1] * oz;
    out[4] = ox * (-f1 + f2 + f3 - f4) - out[0] * oz;
    out[5] = oy * (-fx12 + fx34) + ox * (fy14 - fy23);
    return;
  }
  for (let k = 0; k < 6; k++) {
    let value = raw[k];
    if (setup.calibration) {
      value = 0;
      for (let j = 0; j < 6; j++) value += setup.calibration[k + 6 * j] * raw[j];
    }
    out[k] = k < 3 ? value : value * length;
  }
  // about the middle of the surface: M' = M + F × origin
  const [fx, fy, fz] = out;
  out[3] += fy * oz - fz * oy;
  out[4] += fz * ox - fx * oz;
  out[5] += fx * oy - fy * ox;
}

/** Mean of each channel over the frames that FORCE_PLATFORM:ZERO names, unless the plate was loaded then. */
function zeroOf(c3d: C3dFile, setup: PlateSetup, name: string, notes: ImportNote[]): Float64Array {
  const zero = new Float64Array(setup.channels.length);
  const [first, last] = numbersOf(c3d.parameters, 'FORCE_PLATFORM:ZERO');
  if (!(first >= 1) || !(last >= first) || last > c3d.frameCount) return zero;
  const from = (first - 1) * c3d.analogPerFrame;
  const to = last * c3d.analogPerFrame;
  for (let i = from; i < to; i++) {
    for (let k = 0; k < zero.length; k++) zero[k] += c3d.analog[i * c3d.channelCount + setup.channels[k]] / (to - from);
  }
  const wrench = new Float64Array(6);
  wrenchOf(wrench, setup, zero);
  if (Math.hypot(wrench[0], wrench[1], wrench[2]) <= ZERO_LIMIT) return zero;
  const text = `force plate ${name}: frames ${first} to ${last} are meant for zeroing, but ${Math.hypot(wrench[0], wrench[1], wrench[2]).toFixed(0)} N act there; not applied`;
  notes.push({ topic: 'content', confidence: 'sure', text });
  return zero.fill(0);
}

/** Flips force and moment together when, summed over the record, the plate would pull its visitor down. */
function pointUp(force: Float64Array, moment: Float64Array): void {
  let impulse = 0;
  for (let i = 1; i < force.length; i += 3) if (Math.abs(force[i]) > ZERO_LIMIT) impulse += force[i];
  if (impulse >= 0) return;
  for (let i = 0; i < force.length; i++) {
    force[i] = -force[i] + 0;
    moment[i] = -moment[i] + 0;
  }
}
