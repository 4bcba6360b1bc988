/** Is the body beyond what steps can catch? */
import { captureMargin, writeCapture } from './pendulum.ts';
import { isStandingStill, type Scene } from './scene.ts';

const FALL = 1.1; // leg lengths between capture point and the nearest foot
const MOST_STEPS = 8; // more than these that did not catch it
const HELD = 0.3; // leg lengths: no farther is a falling body shown
const CAUGHT = 0.02; // [m] inside the feet
const BRAKE = 12; // [1/s] of a body that falls

export function judgeFall(scene: Scene, rate: number): void {
  const { state } = scene;
  writeCapture(scene.to, state.beside, rate);
  let nearest = Infinity;
  let [wayX, wayZ] = [0, 0]; // from the nearest foot to the capture point
  for (const side of [0, 1]) {
    const o = 2 * side;
    const x = scene.zmp[0] + scene.to[0] - scene.soles[o] - state.steps.offset[o];
    const z = scene.zmp[1] + scene.to[1] - scene.soles[o + 1] - state.steps.offset[o + 1];
    if (Math.hypot(x, z) >= nearest) continue;
    nearest = Math.hypot(x, z);
    [wayX, wayZ] = [x, z];
  }
  if (state.status === 'falling') {
    // braked and held, so that whoever does not take over still sees a person
    const over = Math.max(0, 1 - (HELD * scene.leg) / nearest);
    state.beside.v[0] -= over * rate * wayX;
    state.beside.v[1] -= over * rate * wayZ;
    for (let c = 0; c < 2; c++) state.beside.v[c] *= 1 - BRAKE * scene.state.tick;
    // someone who stands is caught after all, by feet that came under the body
    const stands = isStandingStill(scene) && !state.steps.step;
    if (stands && captureMargin(state.beside, rate, scene.zmp, scene.hull) > CAUGHT) {
      state.status = 'stumbling';
      state.steps.count = 0;
      state.fallenAt = -1;
    }
    return;
  }
  const far = nearest > FALL * scene.leg;
  if (!(far || state.steps.count > MOST_STEPS)) return;
  state.status = 'falling';
  state.fallenAt = state.tickTime;
  const reason = far
    ? `the capture point is ${nearest.toFixed(2)} m from the nearest foot`
    : `${MOST_STEPS} steps did not catch the body`;
  scene.events.push({ kind: 'fall', time: state.tickTime, reason });
}
