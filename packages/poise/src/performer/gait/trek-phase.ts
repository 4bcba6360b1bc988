/** The phase of the stride during a trek: contacts and lifts happen at the phases at which they happen in a steady walk. */
import type { Trek } from './trek-plan.ts';

const SMOOTHING = 0.1; // [s] half width

/** Phase at every frame, growing; 0 at a left contact. */
export function phaseOf(trek: Trek, frames: number): Float64Array {
  const { stances, gait, options } = trek;
  const { contact, liftOff } = gait;
  const rate = 1 / gait.strideTime;
  // Contact of a left foot at n + contact, of a right one at n + 0.5 + contact.
  const keys: [t: number, phase: number][] = [];
  let phase = stances[2].foot === 0 ? contact : 0.5 + contact;
  const lift = stances.find((stance) => stance.foot === stances[2].foot) ?? stances[0];
  keys.push([lift.to, phase - (1 + contact - liftOff)]);
  for (const stance of stances.slice(2)) {
    keys.push([stance.from, phase]);
    phase += 0.5;
  }
  const at = (t: number): number => {
    const after = keys.findIndex(([time]) => time > t);
    if (after === 0) return keys[0][1] + rate * (t - keys[0][0]);
    if (after < 0) return keys[keys.length - 1][1] + rate * (t - keys[keys.length - 1][0]);
    const [[t0, p0], [t1, p1]] = [keys[after - 1], keys[after]];
    return p0 + ((p1 - p0) * (t - t0)) / (t1 - t0);
  };
  // Corners between the keys are rounded.
  return Float64Array.from({ length: frames }, (_, frame) => {
    let sum = 0;
    let weights = 0;
    for (let d = -8; d <= 8; d++) {
      const weight = 1 + Math.cos((Math.PI * d) / 9);
      sum += weight * at(frame * options.frameTime + (SMOOTHING * d) / 8);
      weights += weight;
    }
    return sum / weights;
  });
}
