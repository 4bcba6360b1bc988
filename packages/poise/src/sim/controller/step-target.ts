/** Where to step: the capture point at landing, within reach and without crossing the legs. performer.md §8 of the specs; after
 *  the linear pendulum, ξ_T = p + (ξ − p) e^{ωT}. */

/** How far ahead of the ankle the foot can be leant on, in the direction of travel [m]. */
const USABLE = { forward: 0.1, backward: 0.03, side: 0.02 };
const REACH = { forward: 0.75, backward: 0.55, side: 0.55 }; // [m] from the ankle that stands
/** Ankles are at least this far apart sideways [m], but for steps that go this far ahead or back: those may pass in front of the other leg, or
 *  behind it. */
const LEAST_APART = 0.12;
const CROSSES = { from: 0.15, fully: 0.3, by: 0.15 };

export interface Ground2 {
  readonly x: number;
  readonly z: number;
}

/** The world seen along the person's left and forward. */
export interface Heading2 {
  readonly left: Float64Array; // x, z
  readonly forward: Float64Array;
}

export interface StepTarget extends Ground2 {
  readonly missing: number; // [m] by which the step is too short for the capture point
}

/** The ankle's landing place for foot `swing` (0 left, 1 right), when the other ankle stands at `stance`. */
export function stepTarget(swing: number, stance: Ground2, landing: Ground2, heading: Heading2): StepTarget {
  const { left, forward } = heading;
  const dx = landing.x - stance.x;
  const dz = landing.z - stance.z;
  const ahead = dx * forward[0] + dz * forward[1];
  const aside = dx * left[0] + dz * left[1];
  const wantAhead = ahead - (ahead > 0 ? USABLE.forward : -USABLE.backward);
  const wantAside = aside - Math.sign(aside) * USABLE.side;
  const out = swing === 0 ? 1 : -1;
  const goAhead = Math.max(-REACH.backward, Math.min(REACH.forward, wantAhead));
  const crossing = (Math.abs(goAhead) - CROSSES.from) / (CROSSES.fully - CROSSES.from);
  const least = LEAST_APART - (LEAST_APART + CROSSES.by) * Math.max(0, Math.min(1, crossing));
  const goAside = out * Math.max(least, Math.min(REACH.side, out * wantAside));
  // a foot that lands farther out than needed still catches, unless it should have crossed
  const lacking = Math.max(0, out * (wantAside - goAside)) + Math.max(0, Math.min(0, out * goAside) - out * wantAside);
  return {
    x: stance.x + goAhead * forward[0] + goAside * left[0],
    z: stance.z + goAhead * forward[1] + goAside * left[1],
    missing: Math.hypot(goAhead - wantAhead, lacking),
  };
}
