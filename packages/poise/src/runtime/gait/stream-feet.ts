/**
 * The stream of poses as a source that stands or takes steps: which feet carry, what the ground gives, and the steps that are guessed
 * from those seen. Of somebody who stands both feet carry the weight, whatever the stream does to its centre of mass.
 */
import type { Body } from '../../body/body.ts';
import { GaitPlanner } from '../../control/gait/gait-planner.ts';
import { CONTACT_FADE } from '../../control/parameters.ts';
import { forwardKinematics, forwardVelocity } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { GRAVITY } from '../../dynamics/wrench.ts';
import { watchFeet, writeLowest } from '../../gait/streaming-contacts.ts';
import { isRecord, noSave } from '../../methods/check-saved.ts';
import type { CharacterOptions } from '../../methods/reacting-character.ts';
import type { StreamPrimary } from '../../methods/reactive-blend/primary.ts';
import { adopt } from '../adopt.ts';
import type { Situation } from '../situation.ts';
import { restorePast, type StreamSource, streamSource } from '../stream-source.ts';
import { GuessedSteps } from './guessed-steps.ts';
import { seeSteps } from './seen-steps.ts';

const SMOOTH = 0.04; // [s] over which the stream's acceleration is taken
const GLIDES = 0.3; // [s] longer than a runner is in the air
const GLIDE_HEIGHT = 0.03; // [m] over a foot's own floor
const FLIES = -GRAVITY / 2; // [m/s²] of a centre of mass that nothing carries, at most
const HARDEST = 3; // [g] that a stream treads with

export class StreamFeet {
  readonly source: StreamSource;
  /** How hits are answered while the stream takes steps. */
  readonly gait: CharacterOptions['gait'];
  readonly #body: Body;
  readonly #stream: StreamPrimary;
  readonly #ws: Workspace; // of the stream, position and velocity level
  readonly #steps: GuessedSteps;
  readonly #situation: Situation; // the layer's, which goes on while a reaction is shown
  readonly #lowest = new Float64Array(4);
  readonly #velocity = new Float64Array(3); // [m/s] of the centre of mass in the last picture
  /** How firmly each foot stands, the acceleration of the centre of mass, and [s] without a foot down. waits: 1: see `watch`. */
  readonly #motion = { firm: Float64Array.of(1, 1), force: new Float64Array(3), glides: 0, waits: 0 };

  constructor(body: Body, stream: StreamPrimary, situation: Situation) {
    this.#body = body;
    this.#stream = stream;
    this.#situation = situation;
    this.#ws = createWorkspace(body);
    this.#steps = new GuessedSteps(
      body,
      this.#ws,
      situation.steps,
      () => stream.state.time,
      () => this.isWaiting,
    );
    this.gait = (source) => new GaitPlanner(source, {}, this.#steps);
    const left = body.soles[0].parts.length;
    const points = left + body.soles[1].parts.length;
    const motion = this.#motion;
    const { firm, force } = motion;
    this.source = streamSource(body, stream, {
      waits: () => this.isWaiting,
      contact: (out) => {
        for (let k = 0; k < points; k++) out[k] = firm[k < left ? 0 : 1];
      },
      wrench: (out) => {
        out.fill(0);
        for (let c = 0; c < 3; c++) out[3 + c] = body.totalMass * (force[c] + (c === 1 ? GRAVITY : 0));
        out[4] = Math.max(0, Math.min(HARDEST * body.totalMass * GRAVITY, out[4]));
      },
    });
  }

  /** The source stands as the stream stood last, whatever the stream does. */
  get isWaiting(): boolean {
    return this.#motion.waits > 0;
  }

  /** Begins with the stream's last pose, at `time` [s]. */
  begin(time: number): void {
    this.source.times.fill(-Infinity);
    const { watched, steps } = this.#situation;
    const { planted } = watched;
    const { left, land } = steps;
    const motion = this.#motion;
    motion.glides = planted[0] + planted[1] > 0 ? 0 : time - Math.max(left[0], left[1], land);
    this.#readStream();
    motion.firm.set(planted);
    if (motion.glides > GLIDES) motion.firm.fill(1);
    this.#velocity.set(this.#ws.comVelocity);
    motion.force.fill(0);
    motion.waits = 0;
  }

  /** The next pose of the stream, dt [s] after the one before. `stays`: where the stream walks off now, the source stays as it stood. */
  watch(dt: number, stays = false): void {
    const motion = this.#motion;
    const { watched, steps } = this.#situation;
    const { planted } = watched;
    this.#readStream();
    watchFeet(watched, this.#body, this.#ws, 0, dt);
    // feet that glide low over the ground under a body that does not fall carry: crossfades, skates, animations whose feet slide
    motion.glides = planted[0] + planted[1] > 0 ? 0 : motion.glides + dt;
    if (motion.glides > GLIDES || (motion.glides > 0 && motion.force[1] > FLIES)) {
      for (let foot = 0; foot < 2; foot++) planted[foot] = this.#soleHeight(foot) < GLIDE_HEIGHT ? 1 : 0;
    }
    seeSteps(steps, this.#body, this.#ws, watched, this.#stream.state.time, dt);
    for (let foot = 0; foot < 2; foot++) {
      const most = dt / CONTACT_FADE;
      motion.firm[foot] += Math.max(-most, Math.min(most, planted[foot] - motion.firm[foot]));
    }
    if (dt > 0) this.#feelForce(dt);
    if (stays && this.#steps.standsFor() === 0) motion.waits = 1;
    if (!this.isWaiting) return;
    motion.firm.fill(1);
    motion.force.fill(0);
  }

  /** Somebody who stands is carried, however abruptly a crossfade has brought it to a stop. */
  #feelForce(dt: number): void {
    const { force } = this.#motion;
    const velocity = this.#velocity;
    const { comVelocity } = this.#ws;
    const stands = this.#steps.standsFor() > 0;
    const share = 1 - Math.exp(-dt / SMOOTH);
    for (let c = 0; c < 3; c++) {
      const felt = (comVelocity[c] - velocity[c]) / dt;
      force[c] = stands ? 0 : force[c] + share * (felt - force[c]);
      velocity[c] = comVelocity[c];
    }
  }

  #readStream(): void {
    const { q, v } = this.#stream.state;
    forwardKinematics(this.#body, this.#ws, q);
    forwardVelocity(this.#body, this.#ws, v);
  }

  #soleHeight(foot: number): number {
    writeLowest(this.#lowest, this.#body.soles[foot], this.#ws);
    return this.#lowest[0] - this.#situation.watched.floor[foot];
  }

  save(): unknown {
    const { poses, times, stamps } = this.source;
    // poses that the stream as it is now would give again need not be saved, nor two that are alike
    const isNow = !this.isWaiting && stamps.every((stamp) => stamp === this.#stream.state.time);
    const isOne = this.isWaiting && poses[0].every((part, i) => part === poses[1][i]);
    const past = isOne ? { stood: poses[0] } : isNow ? undefined : { poses, times, stamps };
    return { motion: this.#motion, past };
  }

  restore(saved: unknown): void {
    if (!isRecord(saved)) throw noSave(saved);
    adopt(this.#motion, saved.motion, 'motion');
    restorePast(this.source, saved.past);
    this.#readStream();
    this.#velocity.set(this.#ws.comVelocity);
  }
}
