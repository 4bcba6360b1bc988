/** A character that stands on the stream of poses, on the ground of the scene, and answers by any method: the idle goes on underneath, and
 *  whoever walks off meanwhile is answered as a walker. */
import type { Body } from '../body/body.ts';
import type { Source } from '../control/source.ts';
import { createWorkspace } from '../dynamics/workspace.ts';
import { moveBetween, type Placement } from '../gait/placement.ts';
import { STANDING_SPEED } from '../gait/standing.ts';
import { normalizeQuat } from '../math/quat.ts';
import type { Balancer } from '../methods/balancer.ts';
import { isRecord, noSave } from '../methods/check-saved.ts';
import type { CharacterOptions, ReactingCharacter } from '../methods/reacting-character.ts';
import type { StreamPrimary } from '../methods/reactive-blend/primary.ts';
import { jointCount, quatIndex, velocityIndex } from '../motion/skeleton.ts';
import type { Driver, Surroundings } from './driver.ts';
import { moveOfFoot } from './gait/lower-foot.ts';
import { Rising } from './gait/rising.ts';
import { StreamFeet } from './gait/stream-feet.ts';
import { StreamClock } from './stream-clock.ts';

const LEGS = ['leftUpperLeg', 'leftLowerLeg', 'rightUpperLeg', 'rightLowerLeg'] as const;
const SAME = 2.5e-4; // of a quaternion's part: less than half a millimetre of a foot
const SWINGS = 1.5; // [rad/s] of a hip or knee, on the spot
const LONGEST_RETURN = 3; // [s] since a walker recovered, to its line
const FELT = 0.25; // [s] after which a hit is known to need a step
const GRAIN = 32767; // parts of a quaternion's 1 in a saved stance

/** A method that answers as somebody who stands. */
export interface StandingMethod extends Balancer {
  readonly character: ReactingCharacter;
  readonly isHolding: boolean; // recovered, on feet that stand otherwise than the source's
  begin(t: number): void;
  standAs(q: Float64Array): void; // the pose that postures are counted from
}

/** What the scene says to a method. */
export interface StandingWorld extends Pick<CharacterOptions, 'ground' | 'parameters' | 'gait'> {
  readonly carries: Surroundings['carries'];
}

/** `create`: the method on the stream as a source. */
export function createStandingDriver(
  id: Driver['id'],
  body: Body,
  stream: StreamPrimary,
  surroundings: Surroundings,
  create: (source: Source, world: StandingWorld) => StandingMethod,
): Driver {
  const feet = new StreamFeet(body, stream, surroundings.situation);
  const build = (): StandingMethod => {
    const { carries, isUneven, below, parameters } = surroundings;
    return create(feet.source, { carries, ground: isUneven ? below : undefined, parameters, gait: feet.gait });
  };
  let onUneven = surroundings.isUneven;
  let responder = build();
  const clock = new StreamClock(() => responder.character, stream);
  const { q, v } = clock;
  const ws = createWorkspace(body);
  const rising = new Rising(body, v.length);
  const placement = (): Placement =>
    responder.character.isWalking ? moveOfFoot(body, ws, stream.state.q, q) : moveBetween(stream.state.q, q);
  const stance = new Int16Array(4 * jointCount(body.skeleton)); // rotations that responses are counted from
  const neutral = q.slice();
  let isOver = true;
  let calm = 0; // [s] that all has been well

  const legs = LEGS.flatMap((role) => body.roles[role] ?? []);
  const movesOn = (): boolean => {
    const { v: rate } = stream.state;
    const swings = (i: number): boolean => Math.hypot(rate[i], rate[i + 1], rate[i + 2]) > SWINGS;
    return Math.hypot(rate[0], rate[2]) > STANDING_SPEED || legs.some((joint) => swings(velocityIndex(joint)));
  };
  /** All joints but the root are those of the idle, on its ground. */
  const isIdle = (): boolean => {
    const { next } = responder.character.reaction.reference;
    const { q: now } = responder;
    for (let i = quatIndex(1); i < now.length; i++) if (Math.abs(now[i] - next[i]) > SAME) return false;
    return true;
  };
  /** Once next to nothing is added to the idle, all joints but the root are its own; the layer hides the rest. Feet may have come to stand
   *  otherwise than the idle's: that ends when they move on. A character that walks off first comes back to its line. */
  const isBack = (): boolean => {
    const { isWalking, isReacting } = responder.character;
    return isWalking ? !isReacting || calm > LONGEST_RETURN : movesOn() || isIdle();
  };
  /** A fall that only steps catch, or a hit that is not felt yet: whoever walks off now first gets back its balance where it stands. */
  const mustStay = (): boolean => {
    const { isWalking, status, planner, isStruck } = responder.character;
    if (isWalking || status === 'falling') return false;
    if (status === 'balanced') return isStruck;
    if (planner.mode !== 'stand') return !planner.tidying;
    return planner.sincePush < FELT || planner.fallWatch.mustStep();
  };
  /** The character that stayed stands firmly enough to walk off. */
  const mayGo = (): boolean => {
    const { planner, reaction } = responder.character;
    const [x, , z] = reaction.ws.comVelocity;
    return planner.tidying || (planner.mode === 'stand' && !mustStay() && Math.hypot(x, z) < STANDING_SPEED);
  };
  const takeStance = (): void => {
    neutral.fill(0, 0, 3);
    for (let i = 0; i < stance.length; i++) neutral[3 + i] = stance[i] / GRAIN;
    for (let i = 3; i < neutral.length; i += 4) normalizeQuat(neutral, i, neutral, i);
    responder.standAs(neutral);
  };
  const rebuild = (): void => {
    if (onUneven === surroundings.isUneven) return;
    onUneven = surroundings.isUneven;
    responder = build();
  };

  return {
    id,
    q,
    v,
    get status() {
      return isOver ? 'balanced' : responder.status;
    },
    get isOver() {
      return isOver;
    },
    get isMoving() {
      return responder.character.isWalking;
    },
    get isHolding() {
      return !isOver && responder.isHolding;
    },
    begin(time, leant) {
      rebuild();
      feet.begin(time);
      responder.begin(time);
      if (leant) responder.character.startFrom(leant.q, leant.v);
      rising.reset();
      calm = 0;
      for (let i = 0; i < stance.length; i++) stance[i] = Math.round(GRAIN * stream.state.q[3 + i]);
      takeStance();
      isOver = false;
      clock.begin(time);
    },
    push(push) {
      isOver = false;
      calm = 0;
      responder.push(push);
    },
    pull(force, segment, point) {
      isOver = false;
      calm = 0;
      responder.character.pull(force, segment, point);
    },
    step(dt) {
      const { time } = stream.state;
      if (rising.isRising) {
        isOver = rising.show(clock, stream.state, time);
        return [];
      }
      // a body that rests need not answer the first step of the stream
      const rested = responder.status === 'balanced' && !responder.character.isWalking;
      feet.watch(dt, mustStay());
      const events = clock.catchUp();
      calm = responder.status === 'balanced' ? calm + dt : 0;
      if (responder.status === 'falling') rising.fall(clock, stream.state, time, dt, placement);
      const struck = events.some(({ kind }) => kind === 'impact');
      if (feet.isWaiting) isOver = !struck && mayGo();
      else isOver = !struck && ((rested && movesOn()) || (responder.status === 'balanced' && isBack()));
      return events;
    },
    placement,
    save: () => ({
      isOver,
      calm,
      tickTime: clock.time,
      stance,
      feet: feet.save(),
      rising: rising.save(),
      responder: responder.save(),
    }),
    restore(saved) {
      if (!isRecord(saved) || !Array.isArray(saved.stance) || saved.stance.length !== stance.length)
        throw noSave(saved);
      rebuild();
      feet.restore(saved.feet);
      calm = finiteOf(saved.calm);
      stance.set(saved.stance);
      takeStance();
      responder.restore(saved.responder);
      rising.restore(saved.rising as Parameters<Rising['restore']>[0]);
      isOver = saved.isOver === true;
      clock.begin(finiteOf(saved.tickTime));
      if (rising.isRising) rising.show(clock, stream.state, stream.state.time);
    },
  };
}

function finiteOf(value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw noSave(value);
}
