/** A foot that does not carry goes where the reference has it, seen from the one that does. */
import type { RunningScene } from '../simulation.ts';
import type { SupportChoice } from './support-choice.ts';
import type { SwingGoal } from './swing-goal.ts';
import type { Tracking } from './tracking.ts';

export function followFeet(goal: SwingGoal, scene: RunningScene, tracking: Tracking, support: SupportChoice): void {
  const [left, right] = support.stance;
  goal.foot = -1;
  if (left === right) return;
  const swing = left ? 1 : 0;
  const { links, engine } = scene;
  const { xpos } = engine.views;
  const { ws } = tracking;
  const own = links.soles[swing].link;
  const other = links.soles[1 - swing].link;
  goal.foot = swing;
  for (let k = 0; k < 3; k++) {
    const j = 3 * links.joint[own] + k;
    const s = 3 * links.joint[other] + k;
    goal.position[k] = xpos[3 * (other + 1) + k] + ws.segmentOrigin[j] - ws.segmentOrigin[s];
    goal.velocity[k] = ws.originVelocity[j] - ws.originVelocity[s];
    goal.acceleration[k] = ws.originAcceleration[j] - ws.originAcceleration[s];
  }
}
