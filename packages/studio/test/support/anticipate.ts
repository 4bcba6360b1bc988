/** A curve and a made-up rollout for tests of Anticipate that need no engine. */
import type { Cmrt, Rollout } from 'poise/anticipation';

export const CURVE: Cmrt = { duration: 3, knots: [0.6, 1, 1.4, 2.2], forward: [-0.02, -0.1, -0.03, 0.01] };

/** A rollout that is the better the closer the curve leans back to 8 cm at its second knot. */
export function fakeRollout(cmrt: Cmrt | undefined, threshold: number): Rollout {
  const rms = Math.hypot(...(cmrt?.forward ?? [0, 0, 0, 0]).map((y, i) => y - [-0.02, -0.08, 0, 0][i]!));
  const fell = rms > 0.09;
  return {
    cost: rms * Math.sqrt(600) + (fell ? 6 : 0),
    rms,
    paperCost: rms,
    solved: !fell && rms < threshold,
    aborted: false,
    course: { samples: 600, valid: 600, squares: rms ** 2 * 600, duration: 3, posture: 0 },
    fall: fell ? { time: 1.6, reason: 'off the support', direction: 'forward' } : undefined,
    seen: { shift: [0, 0], bow: 0 },
    fault: undefined,
    caught: true,
    toppled: false,
    ending: { standing: !fell, complaints: [], slip: 0, tilt: 0, posture: 0, comSpeed: 0 },
  };
}
