/** Tells when a foot comes down, from where the feet are, moment by moment: of clips and of motion that is made live. */

const SWINGS = 0.6; // [m/s] a foot that is faster is on its way …
const STANDS = 0.25; // [m/s] … and has arrived when it is slower than this …
const NEAR = 0.08; // [m] … and no farther above the floor that was trodden
const FORGETS = 0.3; // [m/s] by which that floor rises while nobody treads on it: stairs
const HARDEST = 3; // [m/s] of a foot that lands as loud as any
const CUT = 0.12; // [s] a longer step in time is another moment, not motion

/** Time [s] and the places of left and right foot (x, y, z each) in; how hard each lands (0 … 1), 0 for not at all, out. */
export type Landings = (time: number, feet: Float64Array) => readonly [left: number, right: number];

export function createLandings(): Landings {
  const before = new Float64Array(6);
  const fastest = [0, 0];
  const heard: [number, number] = [0, 0];
  let last = Number.NaN;
  let floor = Number.POSITIVE_INFINITY;
  return (time, feet) => {
    const passed = time - last;
    heard[0] = heard[1] = 0;
    if (passed === 0) return heard;
    const goesOn = passed > 0 && passed < CUT;
    floor = Math.min(goesOn ? floor + FORGETS * passed : Number.POSITIVE_INFINITY, feet[1]!, feet[4]!);
    for (let side = 0; side < 2; side++) {
      const o = 3 * side;
      const way = Math.hypot(feet[o]! - before[o]!, feet[o + 1]! - before[o + 1]!, feet[o + 2]! - before[o + 2]!);
      const speed = goesOn ? way / passed : 0;
      if (!goesOn) fastest[side] = 0;
      if (speed > SWINGS) fastest[side] = Math.max(fastest[side]!, speed);
      else if (speed < STANDS && fastest[side]! > 0 && feet[o + 1]! < floor + NEAR) {
        heard[side] = Math.min(1, fastest[side]! / HARDEST);
        fastest[side] = 0;
      }
    }
    before.set(feet);
    last = time;
    return heard;
  };
}
