/** A scenario as a scene to simulate: where the ball flies, which boxes stand where, which pushes come. */
import type { ForceTrack } from '../../balance/force-track.ts';
import type { Body } from '../../body/body.ts';
import { GRAVITY } from '../../dynamics/wrench.ts';
import { pushTrack } from '../../gait/push.ts';
import type { Vec3 } from '../../math/types.ts';
import { SIDES } from '../../motion/roles.ts';
import { palmInHand } from '../../sim/bumpers.ts';
import { mainJoints } from '../../sim/moving-joints.ts';
import type { Prop, SceneDescription, Weld } from '../../sim/types.ts';
import { LOG_STEP } from './objective.ts';
import type { BallEvent, BoxItem, PushEvent, Scenario } from './scenario.ts';

const TIMESTEP = LOG_STEP / 2; // [s] physics; control and logging share one clock
export const BALL = 'ball';
/** Boxes are called box-1, box-2 … in their order. */
export const boxName = (index: number): string => `box-${index + 1}`;

/** The ball where it is thrown, so that it arrives when and where it should. */
function ballProp({ time, at, velocity, flight = time, radius, mass }: BallEvent): Prop {
  const start: Vec3 = [
    at[0] - velocity[0] * flight,
    at[1] - velocity[1] * flight - 0.5 * GRAVITY * flight * flight,
    at[2] - velocity[2] * flight,
  ];
  return {
    name: BALL,
    shape: { kind: 'ball', radius },
    mass,
    position: start,
    velocity: [velocity[0], velocity[1] + GRAVITY * flight, velocity[2]],
    releaseAt: time - flight,
    touches: 'nothing', // the hands hold it by welds
  };
}

const boxProp = ({ at, size, mass, friction }: BoxItem, index: number): Prop => ({
  name: boxName(index),
  shape: { kind: 'box', size },
  mass,
  friction,
  position: [at[0], size[1] / 2, at[1] + size[2] / 2],
  touches: 'hands',
});

/** Both hands as soft springs. */
function weldsOf(body: Body, ball: BallEvent): Weld[] {
  return SIDES.flatMap((side) => {
    const hand = body.roles[`${side}Hand`];
    const palm = palmInHand({ body }, side);
    if (hand === undefined || !palm) return [];
    const pointInSegment: Vec3 = [palm[0], palm[1], palm[2]];
    return [{ segment: hand, pointInSegment, prop: BALL, within: ball.catchWithin }];
  });
}

/** A scenario's person stands along the world's axes: left, up and forward are x, y and z. */
function forceOf(body: Body, { at, time, duration, impulse }: PushEvent): ForceTrack {
  const { roles } = body;
  const segment = at === 'chest' ? (roles.upperChest ?? roles.chest ?? roles.spine ?? 0) : (roles[at] ?? 0);
  return pushTrack({ segment, impulse, time, duration }, body);
}

/** In space too the hands are one with the forearms: loose ones, light as they are, would be shaken by what they catch. */
function stiffWristed(body: Body): readonly number[] {
  const neck = body.roles.neck ?? body.roles.head;
  return [...mainJoints(body, true), ...(neck === undefined ? [] : [neck])];
}

/** The scene of a scenario; `pose` is the one it starts in. */
export function sceneOf(body: Body, scenario: Scenario, pose: Float64Array): SceneDescription {
  const { ball, boxes, pushes, planar } = scenario;
  return {
    body,
    planar,
    ...(planar ? {} : { joints: stiffWristed(body) }),
    pose,
    props: [...(ball ? [ballProp(ball)] : []), ...boxes.map(boxProp)],
    welds: ball ? weldsOf(body, ball) : [],
    forces: pushes.map((push) => forceOf(body, push)),
    timestep: TIMESTEP,
    controlPeriod: LOG_STEP,
  };
}

/** The same person, heavier or lighter all over. */
export function scaleMass(body: Body, factor: number): Body {
  if (factor === 1) return body;
  return {
    ...body,
    totalMass: body.totalMass * factor,
    mass: body.mass.map((mass) => mass * factor),
    inertiaInSegment: body.inertiaInSegment.map((value) => value * factor),
  };
}
