/** Where the clip's own centre of mass is during a stance. */
import { COURSE_ROWS, type GaitStep } from './gait-step.ts';
import type { NominalLanding, StepPlanInput } from './step-plan-types.ts';

/** out = (x, z) [m] from the foot and their velocity [m/s] `time` after touch-down, in the clip's world: 4 numbers. */
export function writeOwnCourse(out: Float64Array, { course, duration }: GaitStep, time: number): void {
  const share = duration > 0 ? Math.min(1, Math.max(0, time / duration)) : 0;
  const at = share * (COURSE_ROWS - 1);
  const row = Math.min(COURSE_ROWS - 2, Math.floor(at));
  const u = at - row;
  const h = duration / (COURSE_ROWS - 1);
  const o = 4 * row;
  for (let c = 0; c < 2; c++) {
    // the cubic through both places with both velocities; its slope is the velocity
    const p0 = course[o + c];
    const p1 = course[o + 4 + c];
    const m0 = h * course[o + 2 + c];
    const m1 = h * course[o + 6 + c];
    const a = 2 * (p0 - p1) + m0 + m1;
    const b = 3 * (p1 - p0) - 2 * m0 - m1;
    out[c] = p0 + u * (m0 + u * (b + u * a));
    out[2 + c] = h > 0 ? (m0 + u * (2 * b + u * 3 * a)) / h : course[o + 2 + c];
  }
}

/** input.ownCom and ownVelocity = what the clip does `input.time` after touch-down, for a caller that has no better knowledge of it. */
export function writeOwnState(input: StepPlanInput, memory: Float64Array): void {
  const { stance } = input.nominal;
  writeOwnCourse(memory, stance.step, input.time);
  input.ownCom[0] = stance.x + turnedX(stance, memory[0], memory[1]);
  input.ownCom[1] = stance.z + turnedZ(stance, memory[0], memory[1]);
  input.ownVelocity[0] = turnedX(stance, memory[2], memory[3]);
  input.ownVelocity[1] = turnedZ(stance, memory[2], memory[3]);
}

/** A vector of the clip's world in the world where the character walks. */
export const turnedX = ({ turn }: NominalLanding, x: number, z: number): number =>
  Math.cos(turn) * x + Math.sin(turn) * z;
export const turnedZ = ({ turn }: NominalLanding, x: number, z: number): number =>
  Math.cos(turn) * z - Math.sin(turn) * x;

/** A vector of the world where the character walks in the clip's. */
export const backX = ({ turn }: NominalLanding, x: number, z: number): number =>
  Math.cos(turn) * x - Math.sin(turn) * z;
export const backZ = ({ turn }: NominalLanding, x: number, z: number): number =>
  Math.cos(turn) * z + Math.sin(turn) * x;
