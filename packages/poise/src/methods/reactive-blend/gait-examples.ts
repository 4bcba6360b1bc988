/** Reactions of somebody who walks or runs as examples of the method: their postures and angular momentum. Their steps are planned anew. */
import type { Body } from '../../body/body.ts';
import { ease } from '../../math/ease.ts';
import { expQuat, multiplyQuat } from '../../math/quat.ts';
import { quatIndex } from '../../motion/skeleton.ts';
import { noSave } from '../check-saved.ts';
import { legLengthOf } from '../push-response/build-response.ts';
import { checkShape, type Shape } from '../save-shape.ts';
import type { ExamplePlayer, ExampleQuery, FoundExample } from './example-player.ts';
import type { GaitReaction } from './gait-reactions.ts';
import { matchPush } from './match-push.ts';
import { postureJoints } from './posture-joints.ts';
import type { SearchTable } from './reaction-search.ts';

const RATE = 60; // [1/s] frames of a reaction
const RISE = 0.1; // [s] in which it takes over
const RETURN = 0.4; // [s] at its end
const AMPLITUDES = [0.4, 1.3] as const;
/** [s] of a step of which nothing else is known. */
const USUAL_STEP = 0.5;

/** Plain data. */
interface Played {
  entry: number; // −1: none
  start: number; // frame that was matched
  age: number; // [s] since then
  amplitude: number;
  yaw: number; // [rad] heading when it began
}

const nothing = (): Played => ({ entry: -1, start: 0, age: 0, amplitude: 0, yaw: 0 });

export class GaitExamples implements ExamplePlayer {
  readonly #body: Body;
  readonly #reactions: readonly GaitReaction[];
  readonly #joints: readonly number[];
  readonly #table: SearchTable;
  readonly #leg: number; // [m]
  readonly #turn = new Float64Array(4);
  #played = nothing();

  constructor(body: Body, reactions: readonly GaitReaction[]) {
    this.#body = body;
    this.#reactions = reactions;
    this.#joints = postureJoints(body);
    this.#table = tableOf(reactions);
    this.#leg = legLengthOf(body);
  }

  get isActive(): boolean {
    return this.#played.entry >= 0;
  }

  find({ force, contacts, ws }: ExampleQuery): FoundExample | undefined {
    this.#played = nothing();
    const found = matchPush(this.#table, this.#body, this.#leg, ws, { impulse: force, contacts });
    if (!found || found.match.relaxed > 1) return undefined;
    const { entry, frame } = found.match;
    const { name, strength } = this.#reactions[entry];
    const [least, most] = AMPLITUDES;
    const amplitude = Math.max(least, Math.min(most, found.strength / strength));
    this.#played = { entry, start: frame, age: 0, amplitude, yaw: found.yaw };
    const reason = `${name} from frame ${frame}, J = ${found.match.cost.toFixed(3)}`;
    return { reason, caught: USUAL_STEP, recovered: USUAL_STEP, steps: true, wish: undefined };
  }

  /** [frames] of the reaction, and how much of it is shown, `ahead` [s] from now. */
  #at(ahead: number): { readonly frame: number; readonly u: number; readonly share: number } {
    const { entry, start, age, amplitude } = this.#played;
    const frames = this.#reactions[entry].spins.length / 3;
    const place = Math.min(frames - 1, start + RATE * (age + ahead));
    const left = (frames - 1 - start) / RATE - (age + ahead);
    const frame = Math.min(frames - 2, Math.floor(place));
    const share = left <= 0 ? 0 : amplitude * ease((age + ahead) / RISE) * ease(left / RETURN);
    return { frame, u: place - frame, share };
  }

  writeSpin(out: Float64Array, ahead: number): void {
    out.fill(0);
    if (!this.isActive) return;
    const { frame, u, share } = this.#at(ahead);
    const { spins } = this.#reactions[this.#played.entry];
    const part = (c: number): number =>
      share * (spins[3 * frame + c] + u * (spins[3 * frame + 3 + c] - spins[3 * frame + c]));
    const [s, c] = [Math.sin(this.#played.yaw), Math.cos(this.#played.yaw)];
    out[0] = c * part(0) + s * part(2);
    out[1] = part(1);
    out[2] = c * part(2) - s * part(0);
  }

  advance(q: Float64Array, h: number): boolean {
    const played = this.#played;
    if (!this.isActive) return false;
    played.age += h;
    const { turns, spins } = this.#reactions[played.entry];
    if (played.start + RATE * played.age >= spins.length / 3 - 1) {
      this.#played = nothing();
      return false;
    }
    const { frame, u, share } = this.#at(0);
    const count = this.#joints.length;
    const turn = this.#turn;
    for (let j = 0; j < count; j++) {
      const [a, b] = [3 * (frame * count + j), 3 * ((frame + 1) * count + j)];
      for (let c = 0; c < 3; c++) turn[c] = share * (turns[a + c] + u * (turns[b + c] - turns[a + c]));
      expQuat(turn, 0, turn, 0);
      const o = quatIndex(this.#joints[j]);
      multiplyQuat(q, o, q, o, turn, 0);
    }
    return true;
  }

  /** Reactions are counted from the motion underneath. */
  standAs(): void {}

  reset(): void {
    this.#played = nothing();
  }

  save(): unknown {
    return { ...this.#played };
  }

  restore(saved: unknown): void {
    checkShape(saved, PLAYED, 'example');
    const played = saved as Played;
    const reaction = this.#reactions[played.entry];
    const isThere = reaction !== undefined && played.start >= 0 && played.age >= 0;
    if (played.entry >= 0 && !isThere) throw noSave(saved);
    this.#played = { ...played };
  }
}

const PLAYED: Shape = {
  fields: { entry: 'whole', start: 'number', age: 'number', amplitude: 'number', yaw: 'number' },
};

function tableOf(reactions: readonly GaitReaction[]): SearchTable {
  const rows = reactions.flatMap(({ contacts }, k) => Array.from(contacts, (_, frame) => ({ k, frame })));
  return {
    count: rows.length,
    signatures: Float64Array.from(reactions.flatMap(({ signatures }) => [...signatures])),
    contacts: Uint8Array.from(reactions.flatMap(({ contacts }) => [...contacts])),
    entry: Int32Array.from(rows, ({ k }) => k),
    frame: Int32Array.from(rows, ({ frame }) => frame),
    angle: Float64Array.from(rows, ({ k }) => reactions[k].angle),
    strength: Float64Array.from(rows, ({ k }) => reactions[k].strength),
  };
}
