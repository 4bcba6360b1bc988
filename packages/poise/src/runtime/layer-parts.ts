/** What a layer is made of. */
import type { Body } from '../body/body.ts';
import { Brace } from '../methods/anticipation/brace.ts';
import { StreamPrimary } from '../methods/reactive-blend/primary.ts';
import { coordinateCount } from '../motion/skeleton.ts';
import { Answering } from './answering.ts';
import { Display } from './display.ts';
import { Drivers } from './drivers.ts';
import { FeetWatch } from './feet-watch.ts';
import { Gaze } from './gaze.ts';
import { Intake } from './intake.ts';
import { createShares } from './mix-pose.ts';
import type { ReactionLayerOptions } from './options.ts';
import { SceneGround } from './scene-ground.ts';
import { createSituation } from './situation.ts';
import { stiffnessParameters } from './stiffness.ts';
import { createWhereabouts } from './whereabouts.ts';

export function createParts(body: Body, options: ReactionLayerOptions) {
  const { weight, mask, walkable, stiffness } = options;
  const shares = createShares(body, weight, mask);
  const stream = new StreamPrimary(body.skeleton);
  const where = createWhereabouts(coordinateCount(body.skeleton)); // what the animation has made, and where reactions have led it
  const display = new Display(body);
  const ground = new SceneGround(options.ground, walkable, where);
  const situation = createSituation();
  const feet = new FeetWatch(body);
  const gaze = new Gaze(body, options.gaze);
  const brace = new Brace(body);
  const surroundings = {
    get isUneven() {
      return ground.isUneven;
    },
    below: ground.below,
    carries: ground.carries,
    situation,
    parameters: stiffnessParameters(stiffness),
  };
  const drivers = new Drivers(body, stream, options, surroundings);
  const intake = new Intake(body, { stream, situation, where, ground, feet, brace }, options);
  const answering = new Answering(body, { stream, situation, where, display, drivers, shares, intake });
  return { shares, stream, where, display, ground, situation, feet, gaze, brace, drivers, intake, answering };
}

export type Parts = ReturnType<typeof createParts>;
