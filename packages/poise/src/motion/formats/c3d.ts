/**
 * C3D: marker positions and force plates in one binary file. Reads Intel, DEC and MIPS files, integer and real.
 */
import { FormatError } from '../../errors.ts';
import type { ImportNote } from '../clip.ts';
import { statedForward } from '../forward-axis.ts';
import type { BodyMeasures } from '../markers/markers-to-clip.ts';
import { readMarkersAsClip } from '../markers/read-clip.ts';
import { turnToYUp, type UpAxis, upAxisOfMarkers } from '../markers/up-axis.ts';
import type { BorderOptions } from '../raw-motion.ts';
import type { ForceRecording, MarkerRecording } from '../recording.ts';
import { type C3dFile, readC3dFile } from './c3d-file.ts';
import { type C3dParameters, numberOf, textsOf } from './c3d-parameters.ts';
import { platesOf } from './c3d-plates.ts';
import type { MotionFormat } from './format.ts';

const METRES_PER: ReadonlyMap<string, number> = new Map(
  Object.entries({ m: 1, cm: 0.01, mm: 0.001, meters: 1, in: 0.0254, inch: 0.0254 }),
);

/** Points that are results (angles, forces …), not places. */
const RESULT_GROUPS = ['ANGLES', 'FORCES', 'MOMENTS', 'POWERS', 'SCALARS'];
const RESULT_NAME = /(Angle|Angles|Force|Forces|Moment|Moments|Power|Powers|GRF|Index)$/;

export interface C3dTrial {
  readonly markers: MarkerRecording;
  readonly forces: ForceRecording | undefined; // same clock as the markers, at the analog rate
  readonly measures: BodyMeasures; // what the file states of the person
}

/** Reads points and force plates, in SI units and turned to Y up.
 *
 * ```ts
 * const { markers, forces } = readC3d(bytes, 'walk.c3d');
 * ```
 */
export function readC3d(data: Uint8Array, file: string, options: BorderOptions = {}): C3dTrial {
  const c3d = readC3dFile(data, file);
  if (c3d.labels.length === 0) throw new FormatError(file, undefined, 'the file holds no points, only analog channels');
  const notes: ImportNote[] = [...c3d.notes];
  const metresPerUnit = options.metresPerUnit ?? statedUnit(c3d.parameters, notes);
  const { names, positions, present } = placesOf(c3d, metresPerUnit);
  const up = options.up ?? upOf(c3d.parameters, names, positions, present, notes);
  const axes = { up, forward: options.forward };
  if (options.forward !== undefined) notes.push(statedForward(options.forward));
  turnToYUp(positions, axes);
  const markers: MarkerRecording = {
    file,
    names,
    rate: c3d.rate,
    startTime: (c3d.firstFrame - 1) / c3d.rate,
    frameCount: c3d.frameCount,
    positions,
    present,
    notes,
  };
  return { markers, forces: platesOf(c3d, metresPerUnit, axes, notes), measures: measuresOf(c3d.parameters) };
}

function statedUnit(parameters: C3dParameters, notes: ImportNote[]): number {
  const unit = textsOf(parameters, 'POINT:UNITS').join('').trim();
  const metres = METRES_PER.get(unit.toLowerCase());
  if (metres !== undefined) {
    notes.push({ topic: 'unit', confidence: 'stated', text: `lengths are in ${unit}` });
    return metres;
  }
  notes.push({
    topic: 'unit',
    confidence: 'guess',
    text: `the file states no length unit (found "${unit}"); mm are taken`,
  });
  return 0.001;
}

function upOf(
  parameters: C3dParameters,
  names: readonly string[],
  positions: Float64Array,
  present: Uint8Array,
  notes: ImportNote[],
): UpAxis {
  const screen = textsOf(parameters, 'POINT:Y_SCREEN').join('').trim();
  const match = /^([+-]?)([XYZ])$/i.exec(screen);
  if (!match) return upAxisOfMarkers(names, positions, present, notes);
  notes.push({ topic: 'up', confidence: 'stated', text: `${screen} points up the screen (POINT:Y_SCREEN)` });
  return `${match[1] === '-' ? '-' : ''}${match[2].toLowerCase()}` as UpAxis;
}

/** The points that are places, in metres and file axes. */
function placesOf(
  c3d: C3dFile,
  metresPerUnit: number,
): { names: string[]; positions: Float64Array; present: Uint8Array } {
  const results = new Set(
    RESULT_GROUPS.flatMap((group) => textsOf(c3d.parameters, `POINT:${group}`).map((name) => name.replace(/^.*:/, ''))),
  );
  const kept: number[] = [];
  c3d.labels.forEach((label, i) => {
    if (!results.has(label) && !RESULT_NAME.test(label)) kept.push(i);
  });
  const width = c3d.labels.length;
  const positions = new Float64Array(3 * kept.length * c3d.frameCount);
  const present = new Uint8Array(kept.length * c3d.frameCount);
  for (let frame = 0; frame < c3d.frameCount; frame++) {
    kept.forEach((from, to) => {
      const i = frame * width + from;
      const o = frame * kept.length + to;
      present[o] = c3d.present[i];
      for (let k = 0; k < 3; k++) positions[3 * o + k] = c3d.points[3 * i + k] * metresPerUnit;
    });
  }
  return { names: kept.map((i) => c3d.labels[i]), positions, present };
}

/** Vicon's PROCESSING group: kg and mm. */
function measuresOf(parameters: C3dParameters): BodyMeasures {
  const millimetres = (name: string): number | undefined => {
    const left = numberOf(parameters, `PROCESSING:L${name}`);
    const right = numberOf(parameters, `PROCESSING:R${name}`);
    const known = [left, right].filter((value): value is number => value !== undefined && value > 0);
    return known.length === 0 ? undefined : known.reduce((a, b) => a + b) / known.length / 1000;
  };
  const mass = numberOf(parameters, 'PROCESSING:BODYMASS') ?? numberOf(parameters, 'SUBJECT:WEIGHT');
  const height = numberOf(parameters, 'PROCESSING:HEIGHT');
  const diameter = numberOf(parameters, 'PROCESSING:MARKERDIAMETER');
  return {
    mass: mass !== undefined && mass > 0 ? mass : undefined,
    height: height !== undefined && height > 0 ? height / 1000 : undefined,
    kneeWidth: millimetres('KNEEWIDTH'),
    ankleWidth: millimetres('ANKLEWIDTH'),
    elbowWidth: millimetres('ELBOWWIDTH'),
    shoulderOffset: millimetres('SHOULDEROFFSET'),
    markerRadius: diameter !== undefined && diameter > 0 ? diameter / 2000 : undefined,
  };
}

export const c3d: MotionFormat = {
  id: 'c3d',
  title: 'C3D marker positions',
  extensions: ['.c3d'],
  read: async (data, file, options) => {
    const trial = readC3d(data, file, options);
    return readMarkersAsClip(
      'c3d',
      (bytes, name, border) => (bytes === data ? trial.markers : readC3d(bytes, name, border).markers),
      data,
      file,
      options,
      trial.measures,
    );
  },
};
