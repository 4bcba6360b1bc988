/** The answer of a plan that does not answer: the clip's own next landing, the foot in the air carried along by the hip. */
import type { StepPlanInput, StepPlanOutput } from './step-plan-types.ts';

export function followClip(out: StepPlanOutput, input: StepPlanInput): void {
  const { nominal, swingOffset, velocity, ownVelocity } = input;
  const { stance, ahead, known, planned } = nominal;
  out.index = input.index;
  out.reacts = false;
  out.time = Math.max(stance.step.duration, input.time);
  out.lift = input.doubleSupport;
  out.hold = 0;
  out.soleShift.fill(0);
  out.hip.fill(0);
  out.captures.fill(0);
  out.cost = 0;
  out.crosses = false;
  out.lost = known === 0 ? 'gait ended' : undefined;
  if (known === 0) return;
  out.foot = ahead[0].foot;
  out.yaw = ahead[0].footYaw;
  out.doubleSupport = ahead[0].step.doubleSupport;
  const air = Math.max(0, out.time - Math.max(input.time, input.doubleSupport));
  const x = swingOffset[0] + air * (velocity[0] - ownVelocity[0]);
  const z = swingOffset[1] + air * (velocity[1] - ownVelocity[1]);
  for (let k = 0; k < planned; k++) {
    out.landings[2 * k] = ahead[k].x + x;
    out.landings[2 * k + 1] = ahead[k].z + z;
  }
  out.place[0] = out.landings[0];
  out.place[1] = out.landings[1];
}
