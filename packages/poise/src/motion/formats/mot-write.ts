/**
 * A clip of an OpenSim model → the table of its coordinates (.mot). Each joint's coordinates are those whose turn comes nearest to
 * the clip's, found by Gauss and Newton's method from the frame before; what a joint cannot do is left out, and said.
 */
import { UsageError } from '../../errors.ts';
import { conjugateQuat, logQuat, multiplyQuat, rotateBack3 } from '../../math/quat.ts';
import { factorCholesky, solveCholesky } from '../../optim/cholesky.ts';
import { BOUNDS, isWithin } from '../bounds.ts';
import type { Clip } from '../clip.ts';
import { coordinateCount, quatIndex } from '../skeleton.ts';
import { quoted } from './format.ts';
import type { OsimCoordinate, OsimJoint, OsimModel } from './osim-model.ts';
import { jointTransform } from './osim-poses.ts';

/** What a clip keeps of its model. */
export interface OsimDocument {
  readonly kind: 'osim';
  readonly model: OsimModel;
}

/** The model that a clip was made with, else undefined. */
export function osimDocument(document: unknown): OsimDocument | undefined {
  const isOsim = typeof document === 'object' && document !== null && 'kind' in document && document.kind === 'osim';
  return isOsim ? (document as OsimDocument) : undefined;
}

const DEGREES = 180 / Math.PI;
const STEP = 1e-6; // [rad or m] of the differences that make a derivative
const MOST_STEPS = 40;
const SOLVED = 1e-22; // [rad²] of what is left
const DAMPING = 1e-12; // keeps the system solvable where two axes fall together
const VISIBLE_LOSS = 0.1 / DEGREES; // [rad]
const DIGITS = 9; // behind the point: 2e-11 rad

export interface MotText {
  readonly text: string;
  readonly notes: readonly string[];
}

/** Throws UsageError for a clip that no OpenSim model belongs to. */
export function printMot(clip: Clip): MotText {
  const document = osimDocument(clip.source?.document);
  if (!document) {
    throw new UsageError(
      'a .mot holds the coordinates of an OpenSim model, and this clip was not read with one; write .trc and let OpenSim’s inverse kinematics find them',
    );
  }
  if (clip.frameCount === 0) throw new UsageError('a .mot needs at least one frame, and the clip has none');
  const { model } = document;
  const coordinates = model.joints.flatMap((joint) => joint.coordinates);
  const unfit = coordinates.find(({ name }) => !/^\S+$/.test(name));
  if (unfit) throw new UsageError(`a .mot cannot hold the coordinate "${unfit.name}": expected a name without blanks`);
  if (coordinates.length === 0) throw new UsageError(`a .mot holds coordinates, and the model ${model.file} has none`);
  const { rows, losses } = solveAll(clip, model, coordinates);
  const endless = rows.findIndex((row) => !isWithin(row, BOUNDS.number));
  if (endless >= 0) throw new UsageError(`frame ${endless}: a .mot cannot hold coordinates beyond ${BOUNDS.number}`);
  const lines = [
    clip.name.replace(/\s+/g, '_') || 'motion',
    'version=1',
    `nRows=${clip.frameCount}`,
    `nColumns=${coordinates.length + 1}`,
    'inDegrees=yes',
    'endheader',
    ['time', ...coordinates.map(({ name }) => name)].join('\t'),
    ...rows.map((row, frame) => [frame * clip.frameTime, ...row].map((x) => x.toFixed(DIGITS)).join('\t')),
  ];
  const bent = [...losses].filter(([, loss]) => loss > VISIBLE_LOSS);
  const worst = Math.max(0, ...bent.map(([, loss]) => loss));
  return {
    text: `${lines.join('\n')}\n`,
    notes: [
      `coordinates of ${model.file}, which belongs beside it`,
      ...(bent.length > 0
        ? [
            `up to ${(DEGREES * worst).toFixed(1)}° that the model’s joints cannot turn were left out: ${quoted(bent.map(([name]) => name))}`,
          ]
        : []),
    ],
  };
}

interface Solved {
  readonly rows: readonly (readonly number[])[]; // per frame, coordinates in degrees or metres
  readonly losses: ReadonlyMap<string, number>; // joint → most of a turn that was left out [rad]
}

function solveAll(clip: Clip, model: OsimModel, coordinates: readonly OsimCoordinate[]): Solved {
  const { skeleton, q, frameCount } = clip;
  const nq = coordinateCount(skeleton);
  const values = new Map(coordinates.map(({ name, defaultValue }) => [name, defaultValue]));
  const dependent = new Set(model.couplers.map((coupler) => coupler.dependent));
  const solvers = model.joints.flatMap((joint) => {
    const at = skeleton.names.indexOf(joint.child.body);
    const solver = new JointSolver(joint, at === 0, dependent);
    // joints that only follow others, such as kneecaps, turn as these make them
    const follows = solver.isFixed && joint.coordinates.length > 0;
    return at < 0 || follows ? [] : [{ at, solver }];
  });
  const losses = new Map<string, number>();
  const rows: number[][] = [];
  const pose = new Float64Array(7);
  for (let frame = 0; frame < frameCount; frame++) {
    for (const { at, solver } of solvers) {
      for (let k = 0; k < 4; k++) pose[3 + k] = q[frame * nq + quatIndex(at) + k];
      if (at === 0) rootInModel(pose, clip, frame * nq);
      const loss = solver.solve(values, pose);
      losses.set(solver.joint.name, Math.max(loss, losses.get(solver.joint.name) ?? 0));
    }
    for (const { dependent: name, independent, f } of model.couplers) values.set(name, f(values.get(independent) ?? 0));
    rows.push(coordinates.map(({ name, rotational }) => (rotational ? DEGREES : 1) * values.get(name)!));
  }
  return { rows, losses };
}

/** The root's place and turn in the model's own world. */
function rootInModel(out: Float64Array, { q, source }: Clip, o: number): void {
  const { worldFromFile, groundHeight } = source!.frame;
  const turn = Float64Array.from(worldFromFile);
  for (let k = 0; k < 3; k++) out[k] = q[o + k] + (k === 1 ? groundHeight : 0);
  rotateBack3(out, 0, turn, 0, out, 0);
  conjugateQuat(turn, 0, turn, 0);
  multiplyQuat(out, 3, turn, 0, q, o + 3);
}

/** Coordinates of one joint that bring it to a pose. */
class JointSolver {
  readonly joint: OsimJoint;
  readonly #names: readonly string[];
  readonly #size: number; // of a residual: 3 for the turn, 3 more for the root's place
  readonly #pose = new Float64Array(7);

  constructor(joint: OsimJoint, isRoot: boolean, dependent: ReadonlySet<string>) {
    this.joint = joint;
    this.#size = isRoot ? 6 : 3;
    const terms = [...joint.rotations, ...(isRoot ? joint.translations : [])];
    const used = new Set(terms.map(({ coordinate }) => coordinate));
    this.#names = joint.coordinates.map(({ name }) => name).filter((name) => used.has(name) && !dependent.has(name));
  }

  get isFixed(): boolean {
    return this.#names.length === 0;
  }

  /** Changes the joint's values. Returns how much of the turn is left [rad]. */
  solve(values: Map<string, number>, target: Float64Array): number {
    const [n, size] = [this.#names.length, this.#size];
    const residual = new Float64Array(size);
    let left = this.#residual(residual, values, target);
    const [aside, normal, step] = [new Float64Array(size), new Float64Array(n * n), new Float64Array(n)];
    const columns = Array.from({ length: n }, () => new Float64Array(size));
    for (let round = 0; round < MOST_STEPS && left > SOLVED && n > 0; round++) {
      this.#names.forEach((name, c) => {
        const value = values.get(name)!;
        values.set(name, value + STEP);
        this.#residual(columns[c], values, target);
        values.set(name, value - STEP);
        this.#residual(aside, values, target);
        values.set(name, value);
        for (let k = 0; k < size; k++) columns[c][k] = (columns[c][k] - aside[k]) / (2 * STEP);
      });
      const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, x, k) => sum + x * b[k], 0);
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) normal[i * n + j] = dot(columns[i], columns[j]) + (i === j ? DAMPING : 0);
        step[i] = -dot(columns[i], residual);
      }
      if (factorCholesky(normal, n) !== -1) break;
      solveCholesky(normal, n, step);
      const after = this.#tryStep(values, step, target, residual, left);
      if (!(after < left * (1 - 1e-9))) break;
      left = after;
    }
    this.#residual(residual, values, target);
    return Math.hypot(residual[0], residual[1], residual[2]);
  }

  /** Goes the step, or a part of it that makes things better. Returns what is left. */
  #tryStep(
    values: Map<string, number>,
    step: Float64Array,
    target: Float64Array,
    residual: Float64Array,
    left: number,
  ): number {
    const before = this.#names.map((name) => values.get(name)!);
    for (let share = 1; share > 1e-3; share /= 2) {
      this.#names.forEach((name, i) => {
        values.set(name, before[i] + share * step[i]);
      });
      const after = this.#residual(residual, values, target);
      if (after < left) return after;
    }
    this.#names.forEach((name, i) => {
      values.set(name, before[i]);
    });
    return this.#residual(residual, values, target);
  }

  /** The turn that is missing and, for the root, the way; returns the square of its size. */
  #residual(out: Float64Array, values: ReadonlyMap<string, number>, target: Float64Array): number {
    const pose = this.#pose;
    jointTransform(pose, 0, this.joint, values);
    conjugateQuat(pose, 3, pose, 3);
    multiplyQuat(pose, 3, pose, 3, target, 3);
    logQuat(out, 0, pose, 3);
    for (let k = 0; k < this.#size - 3; k++) out[3 + k] = target[k] - pose[k];
    return out.reduce((sum, x) => sum + x * x, 0);
  }
}
