/** The step plan's question, read off a body and its source. */
import { writeOwnCourse } from '../../gait/steps/own-course.ts';
import type { StepPlanInput } from '../../gait/steps/step-plan-types.ts';
import type { ReactionBody } from '../reaction-body.ts';
import { displacement } from './displaced-feet.ts';

const LEAST_HEIGHT = 0.3; // of the body: a pendulum is not shorter

/** Needs `nominal` and `time`. `before`: (x, z) [m] displacement of the foot that carried before; `memory`: 8 numbers. */
export function writePlanInput(
  input: StepPlanInput,
  body: ReactionBody,
  before: Float64Array,
  memory: Float64Array,
): void {
  const { ws, hits, body: person } = body;
  const { stance, before: last, ahead, known } = input.nominal;
  const next = known > 0 ? ahead[0].foot : stance.foot === 0 ? 1 : 0;
  writeOwn(input, body, memory);
  writeLean(input, body);
  for (let k = 0; k < 2; k++) {
    const axis = 2 * k;
    input.com[k] = ws.com[axis];
    input.velocity[k] = ws.comVelocity[axis];
    input.stand[k] = (k === 0 ? stance.x : stance.z) + displacement(body, stance.foot, axis);
    input.before[k] = (k === 0 ? last.x : last.z) + before[k];
    input.swingOffset[k] = displacement(body, next, axis);
    input.push[k] = hits.wrench[3 + axis] / person.totalMass;
  }
}

/** The clip at its own pace: it has gone on by as much time as has passed since the landing. */
function writeOwn(input: StepPlanInput, { reference }: ReactionBody, memory: Float64Array): void {
  const { stance } = input.nominal;
  writeOwnCourse(memory, stance.step, input.time);
  memory.copyWithin(4, 0, 4);
  writeOwnCourse(memory, stance.step, reference.time - stance.step.land);
  // played at another pace a source grants none of its noise: its smooth course tells how fast it goes
  const smooth = reference.offPace;
  for (let i = 0; i < 4; i++) memory[4 + i] -= smooth && i >= 2 ? 0 : memory[i];
  const c = Math.cos(stance.turn);
  const s = Math.sin(stance.turn);
  input.ownCom[0] = reference.ws.com[0] + c * memory[4] + s * memory[5];
  input.ownCom[1] = reference.ws.com[2] + c * memory[5] - s * memory[4];
  const { comVelocity } = reference.ws;
  input.ownVelocity[0] = (smooth ? 0 : comVelocity[0]) + c * memory[6] + s * memory[7];
  input.ownVelocity[1] = (smooth ? 0 : comVelocity[2]) + c * memory[7] - s * memory[6];
}

/** How fast the whole body leans away from the source's posture, told as a shift of the balance point. */
function writeLean({ leanRate }: StepPlanInput, { ws, reference, body, feet }: ReactionBody): void {
  const { angularMomentum: own } = reference.ws;
  const height = ws.com[1] - Math.min(feet[0].ball[1], feet[1].ball[1]);
  const arm = body.totalMass * Math.max(LEAST_HEIGHT * body.height, height);
  // turning forward, towards +z, is about +x; towards +x it is about −z
  leanRate[0] = (own[2] - ws.angularMomentum[2]) / arm;
  leanRate[1] = (ws.angularMomentum[0] - own[0]) / arm;
}
