/** What the animation shows, frame by frame: read from the rig, put over ground that rests at y = 0, and watched. */
import type { Body } from '../body/body.ts';
import { GroundFit } from '../control/ground-fit.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../dynamics/workspace.ts';
import { writeLowest, writeSoleMiddle } from '../gait/streaming-contacts.ts';
import type { Brace } from '../methods/anticipation/brace.ts';
import type { StreamPrimary } from '../methods/reactive-blend/primary.ts';
import type { StartPose } from './driver.ts';
import type { FeetWatch } from './feet-watch.ts';
import { followModel } from './model-floor.ts';
import { followGround, restGround } from './moving-ground.ts';
import type { ReactionLayerOptions } from './options.ts';
import type { Rig } from './rig.ts';
import { FLOATS, type SceneGround } from './scene-ground.ts';
import { type Situation, watchSituation } from './situation.ts';
import { placePose, putOnFloor, takeIn, type Whereabouts } from './whereabouts.ts';

const FLOATS_FOR = 0.75; // [s] longer than a jump

interface IntakeParts {
  readonly stream: StreamPrimary;
  readonly situation: Situation;
  readonly where: Whereabouts;
  readonly ground: SceneGround;
  readonly feet: FeetWatch;
  readonly brace: Brace;
}

export class Intake {
  /** The pose of a character that nothing happens to: the animation's, its feet on the ground. */
  readonly rest: { readonly q: Float64Array; v: Float64Array };
  /** Whether `rest` differs from what the animation has made, place apart. */
  isFitted = false;
  /** The same in the frame before. */
  wasFitted = false;
  /** What the owner ought to know of, if anything. Told once. */
  warning: string | undefined;
  readonly #body: Body;
  readonly #parts: IntakeParts;
  readonly #options: Pick<ReactionLayerOptions, 'groundVelocity'>;
  readonly #ws: Workspace;
  readonly #fit: GroundFit;
  readonly #lowest = [new Float64Array(4), new Float64Array(4)] as const;
  readonly #middle = new Float64Array(2);
  readonly #fed: Float64Array;

  constructor(body: Body, parts: IntakeParts, options: Pick<ReactionLayerOptions, 'groundVelocity'>) {
    this.#body = body;
    this.#parts = parts;
    this.#options = options;
    this.#ws = createWorkspace(body);
    this.#fit = new GroundFit(body, 0, parts.ground.below);
    this.rest = { q: parts.where.pose.slice(), v: parts.stream.state.v };
    this.#fed = parts.where.pose.slice();
  }

  /** Reads the rig dt [s] after the last time. `reacts`: a method answers; what the character does is not looked at then. */
  feed(rig: Rig, dt: number, reacts: boolean): void {
    const { stream, situation, where, feet } = this.#parts;
    const ws = this.#ws;
    const isFirst = stream.state.known === 0;
    takeIn(where, rig);
    this.#carry();
    placePose(where, situation.groundVelocity, dt);
    forwardKinematics(this.#body, ws, where.pose);
    const before = where.travel.y;
    this.#findFloor(rig, dt);
    const { floor } = where;
    putOnFloor(where, floor.height);
    this.#feedStream(dt);
    this.wasFitted = this.isFitted;
    const looks = this.#options.groundVelocity === 'auto' && floor.carries === 0;
    if (reacts) {
      if (looks) restGround(situation.groundVelocity, this.#body, ws, stream.state.v, dt);
    } else {
      const level = before - where.travel.y; // [m] of the floor where ws has the pose
      watchSituation(situation, this.#body, ws, stream.state, level, dt);
      if (looks) followGround(situation.groundVelocity, this.#body, ws, situation.watched.floor, level, dt);
      feet.watch(situation.watched.planted, ws, where, dt);
    }
    this.restAgain();
    if (isFirst) this.wasFitted = this.isFitted;
  }

  get isBracing(): boolean {
    return this.#parts.brace.isBracing;
  }

  /** Where the animation's feet are put on the ground, and the body leans against a hit that it expects: also when reactions have led it
   *  elsewhere. */
  restAgain(): void {
    const { situation, where, ground, stream, brace } = this.#parts;
    this.rest.q.set(where.pose);
    brace.apply(this.rest.q, stream.state.time);
    this.rest.v = stream.state.v;
    this.isFitted = ground.isUneven && situation.stillFor > 0 && where.floor.near === 1;
    if (this.isFitted) this.#fit.apply(this.rest.q);
  }

  /** The pose at rest of a moment of the stream, for whoever begins there. */
  restOf({ q, v, time }: StreamPrimary['state']): StartPose {
    const { rest } = this;
    rest.q.set(q);
    rest.v = v;
    if (this.isBracing) rest.v = this.#parts.brace.lean(rest.q, v, time);
    if (this.isFitted) this.#fit.apply(rest.q);
    return rest;
  }

  putOnGround(q: Float64Array): void {
    this.#fit.apply(q);
  }

  /** Rotations and speeds of the stream have 32 bits: a save of it is half as large, and restores it to the bit. */
  #feedStream(dt: number): void {
    const { stream, where } = this.#parts;
    const fed = this.#fed;
    for (let i = 0; i < fed.length; i++) fed[i] = i < 3 ? where.pose[i] : Math.fround(where.pose[i]);
    stream.feed(fed, dt);
    const { v } = stream.state;
    for (let i = 0; i < v.length; i++) v[i] = Math.fround(v[i]);
  }

  /** The level that the animation stands on, and whether the ground is there. */
  #findFloor(rig: Rig, dt: number): void {
    const { where, ground } = this.#parts;
    const { floor, read, travel } = where;
    for (let side = 0; side < 2; side++) writeLowest(this.#lowest[side], this.#body.soles[side], this.#ws);
    const [left, right] = [this.#lowest[0][0] - travel.y, this.#lowest[1][0] - travel.y];
    followModel(floor, [left, right], read[1], rig.originHeight?.() ?? 0, dt);
    const { setting } = ground;
    if (setting === 'model') return;
    let gap = 0;
    if (typeof setting === 'number') {
      floor.height = setting;
      gap = Math.min(left, right) - setting;
    } else gap = this.#gapOver();
    floor.near = Math.abs(gap) < FLOATS ? 1 : 0;
    floor.awayFor = floor.near === 1 ? 0 : floor.awayFor + dt;
    if (floor.awayFor < FLOATS_FOR || floor.warned === 1) return;
    floor.warned = 1;
    const way = gap > 0 ? 'float above' : 'are below';
    this.warning = `the feet ${way} the ground by ${Math.abs(gap).toFixed(2)} m: put the model on the ground, or tell the layer where the ground is (layer.ground)`;
  }

  /** [m] from the ground under the soles to the level that the animation stands on; 0 where there is no ground. */
  #gapOver(): number {
    const { where, ground } = this.#parts;
    let [sum, count] = [0, 0];
    for (let side = 0; side < 2; side++) {
      writeSoleMiddle(this.#middle, 0, this.#body.soles[side], this.#ws);
      const found = ground.at(this.#middle[0] - where.travel.x, this.#middle[1] - where.travel.z);
      if (!found?.exists) continue;
      sum += where.floor.height - found.height;
      count++;
    }
    return count > 0 ? sum / count : 0;
  }

  /** A platform carries whoever stands on it. */
  #carry(): void {
    const { where, ground, situation } = this.#parts;
    const velocity = ground.isUneven ? ground.at(where.read[0], where.read[2])?.velocity : undefined;
    where.floor.carries = velocity ? 1 : 0;
    if (velocity) situation.groundVelocity = [velocity[0], velocity[2]];
  }
}
