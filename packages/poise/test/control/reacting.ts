/** Bodies that react, for tests: on a clip, pushed somewhere, tick by tick. */
import { fitBody } from '../../src/balance/fit-body.ts';
import type { Body } from '../../src/body/body.ts';
import { ClipSource } from '../../src/control/clip-source.ts';
import type { Planner } from '../../src/control/plan.ts';
import { ReactionBody, type ReactionBodyOptions } from '../../src/control/reaction-body.ts';
import { StandingPlanner } from '../../src/control/standing/planner.ts';
import type { Clip } from '../../src/motion/clip.ts';
import type { Role } from '../../src/motion/roles.ts';

export const TICK = 1 / 120; // [s]

/** Ankles and hips alone: the balance point goes beyond the capture point's error. Nothing else is planned. */
export const feedback: Planner = {
  update(plan, body) {
    const { captureGain } = body.parameters;
    plan.copShift[0] = captureGain * body.momentum.captureError(0);
    plan.copShift[1] = captureGain * body.momentum.captureError(2);
  },
};

export interface Reacting {
  readonly body: Body;
  readonly reaction: ReactionBody;
  readonly planner: StandingPlanner;
}

/** Somebody on a clip that starts again at its end, with steps; the engine is at work from the start. */
export function reacting(clip: Clip, options: Partial<ReactionBodyOptions> = {}, start = 0.5): Reacting {
  const body = fitBody(clip);
  const reaction = new ReactionBody(new ClipSource(body, clip, { end: 'loop' }), options);
  const planner = new StandingPlanner(body);
  reaction.begin(start, TICK);
  return { body, reaction, planner };
}

/** A hit on the centre of mass of a role's segment. */
export function hit(
  { body, reaction, planner }: Reacting,
  role: Role,
  impulse: readonly [number, number, number],
  duration = 0.1,
): void {
  const segment = body.roles[role] ?? 0;
  reaction.hits.add(impulse, segment, body.comInSegment.subarray(3 * segment, 3 * segment + 3), duration);
  reaction.sinceHit = 0;
  planner.sincePush = 0;
}

export function tick({ reaction, planner }: Reacting, h = TICK): void {
  reaction.tick(h, planner);
  planner.absorb(reaction);
}

/** Landings, and how it ended. */
export interface Outcome {
  readonly lands: number;
  readonly mode: string;
  readonly calm: boolean;
}

export function outcomeOf(scene: Reacting, seconds: number): Outcome {
  let lands = 0;
  for (let k = 0; k < seconds / TICK; k++) {
    tick(scene);
    lands += scene.planner.events.filter(({ kind }) => kind === 'land').length;
  }
  return { lands, mode: scene.planner.mode, calm: scene.planner.isSettled };
}

/** Somebody on a clip who has just been pushed by impulse over mass `speed` [m/s] towards `degrees`; 0 is ahead, 90 to the left. */
export function pushedBy(clip: Clip, speed: number, degrees: number, role: Role = 'chest', duration = 0.1): Reacting {
  const scene = reacting(clip);
  const size = speed * scene.body.totalMass;
  const angle = (degrees * Math.PI) / 180;
  hit(scene, role, [size * Math.sin(angle), 0, size * Math.cos(angle)], duration);
  return scene;
}
