/** Responses without a step (docs/performer.md): the CoP goes towards where the push goes, the trunk bows with it. */
import { ease } from '../../math/ease.ts';
import type { Actor } from '../actor.ts';
import { DEGREE } from '../motions/stance.ts';
import { track } from '../plan/keys.ts';
import type { Posture } from '../pose/posture.ts';
import type { Neutral } from './neutral.ts';
import type { ResponsePlan } from './perform-response.ts';
import { FRAME_TIME, PUSH } from './push-force.ts';
import type { ResponseStyle } from './style.ts';
import { windmill } from './windmill.ts';

export interface InPlace {
  readonly direction: number; // [rad]
  readonly impulse: number; // [N·s] of the reference body
  readonly lean: number; // [rad] of the trunk, towards where the push goes
  readonly turns: number; // whole turns of the arms
}

/** Seconds after the push: the CoP goes out, stays, comes back. */
const COP = { out: [0.07, 0.3], back: [0.65, 1.9] } as const;
const DURATION = 3.2; // [s]

export function planInPlace(actor: Actor, neutral: Neutral, asked: InPlace, style: ResponseStyle): ResponsePlan {
  const t0 = PUSH.start + style.reaction;
  const frames = Math.round(DURATION / FRAME_TIME) + 1;
  const base = new Float64Array(2 * frames);
  const gain = new Float64Array(2 * frames);
  for (let k = 0; k < frames; k++) {
    const t = k * FRAME_TIME - t0;
    base.set([neutral.com[0], neutral.com[2]], 2 * k);
    const out = ease((t - COP.out[0]) / (COP.out[1] - COP.out[0]));
    const back = ease((t - COP.back[0]) / (COP.back[1] - COP.back[0]));
    gain.fill(out * (1 - back), 2 * k, 2 * k + 2);
  }
  const course = (foot: 0 | 1) => ({ from: neutral.prints[foot], swings: [], pitch: () => 0 });
  return {
    frames,
    base,
    gain,
    endGain: 0,
    posture: inPlacePosture(neutral, asked, style, t0),
    ...(asked.turns > 0 && { adjust: windmill(actor, asked.direction, asked.turns, style, t0) }),
    feet: () => [course(0), course(1)],
    dip: track(0, [t0 + 0.14, 0.5, 1], [t0 + 0.65, 1.1, 0]),
    depth: () => 0.002 + 0.022 * asked.lean,
    settle: 1.1,
  };
}

/** Up in `rise`, hold and down again [s], later by `late`. */
const bow = (t0: number, rise: number, late: number, settle: number) =>
  track(0, [t0 + 0.14 + late, rise, 1, -0.25], [t0 + 0.28 + rise + late, 1.2 * settle, 0]);

function inPlacePosture(neutral: Neutral, asked: InPlace, style: ResponseStyle, t0: number): (t: number) => Posture {
  const [ux, uz] = [Math.sin(asked.direction), Math.cos(asked.direction)];
  const lean = (asked.lean * style.lean) / DEGREE;
  const rise = Math.min(0.5, Math.max(0.34, 0.6 - 0.013 * asked.impulse)); // stronger pushes are answered faster
  const [pelvis, trunk, head] = [
    bow(t0, rise, 0, style.settle),
    bow(t0, rise, 0.03, style.settle),
    bow(t0, rise, 0.05, style.settle),
  ];
  const force = Math.min(1, asked.impulse / 25);
  // Arms stay behind when the body is thrown, then swing through and hang from the leaning trunk.
  const swing = (late: number, elbow = 0) =>
    track(
      0,
      [t0 + 0.04 + late, 0.26, -1],
      [t0 + 0.28 + late + elbow, 0.5, 0.8],
      [t0 + 0.85 + late, 1 * style.settle, 0],
    );
  const swings = [swing(style.late[0]), swing(style.late[1])];
  const spread = track(0, [t0 + 0.1, 0.36, 1], [t0 + 0.65, 1.2 * style.settle, 0]);
  return (t) => {
    const posture = { ...neutral.posture };
    const [p, c, h] = [lean * pelvis(t), lean * trunk(t), lean * head(t)];
    posture.pelvisTilt += 0.35 * p * uz;
    posture.pelvisList -= 0.35 * p * ux;
    posture.trunkFlexion += 0.65 * c * uz;
    posture.trunkList -= 0.65 * c * ux;
    posture.headPitch -= 0.6 * h * uz;
    posture.headList += 0.6 * h * ux;
    posture.headTurn += style.look * spread(t);
    for (const side of ['left', 'right'] as const) {
      const k = side === 'left' ? 0 : 1;
      const outward = k === 0 ? 1 : -1;
      const hang = (0.35 * p + 0.65 * c) * 0.75;
      posture[`${side}Flexion`] += hang * uz + style.arms[k] * swings[k](t) * 14 * force * uz;
      posture[`${side}Abduction`] +=
        style.arms[k] * (14 * force * spread(t) - 10 * force * outward * ux * swings[k](t)) +
        Math.max(0, -outward * ux) * 26 * force * spread(t - style.late[k]);
      posture[`${side}Elbow`] += (asked.turns > 0 ? -8 : style.elbows[k] + 12 * force) * spread(t - 0.05); // circles are wide
    }
    return posture;
  };
}
