/** Examples of a library, searched by the push, the feet and the inertia of the body, and played: posture, angular momentum and steps. */
import type { Body } from '../../body/body.ts';
import type { StepWish } from '../../gait/standing-steps.ts';
import { wrapAngle } from '../../math/angle.ts';
import { noSave } from '../check-saved.ts';
import { AS_IT_IS } from '../push-response/adapt.ts';
import { channelsOf } from '../push-response/channels.ts';
import type { Entry } from '../push-response/entries.ts';
import { createFigure, type Figure, setNeutral } from '../push-response/figure.ts';
import { type PosturePlay, PosturePlayer, SAVED_PLAY } from '../push-response/posture-player.ts';
import type { ResponseLibrary } from '../push-response/response.ts';
import { checkShape, type Shape } from '../save-shape.ts';
import { phasesOf, writeSpin } from './example-course.ts';
import type { ExamplePlayer, ExampleQuery, FoundExample } from './example-player.ts';
import { wishedSteps } from './example-steps.ts';
import { matchPush, type PushMatch } from './match-push.ts';
import type { ReactiveBlendOptions } from './options.ts';
import { createReactionIndex, type ReactionIndex } from './reaction-index.ts';

/** An example in play, plain data. */
interface PlayedExample {
  readonly group: number;
  readonly entry: number; // of the group
  readonly frame: number; // that was matched
  readonly since: number; // [s] after the hit, when
  readonly amplitude: number;
  readonly psi: number; // [rad] turned to the push
  readonly yaw: number; // [rad] heading at the hit
}

/** Characters that keep their feet in place are answered by examples that do so too; where there are none, and for all others, by those that step. */
const GROUPS = [['hip'], ['step']] as const;
const STEPS = 1;
const MOST_AMPLITUDE = 1.2;

export class LibraryExamples implements ExamplePlayer {
  readonly #body: Body;
  readonly #figure: Figure;
  readonly #options: Pick<ReactiveBlendOptions, 'footsteps' | 'hands'>;
  readonly #groups: readonly ReactionIndex[];
  readonly #player: PosturePlayer;
  #played: PlayedExample | undefined;

  constructor(body: Body, library: ResponseLibrary, options: Pick<ReactiveBlendOptions, 'footsteps' | 'hands'>) {
    this.#body = body;
    this.#options = options;
    this.#figure = createFigure(body);
    this.#player = new PosturePlayer(this.#figure);
    this.#groups = GROUPS.map((strategies) => createReactionIndex(library, body, strategies));
  }

  get isActive(): boolean {
    return this.#player.isActive;
  }

  /** Which example is in play: entry and place in it [frames]. */
  get playing(): { readonly entry: Entry; readonly place: number } | undefined {
    const { play, place } = this.#player;
    return play && { entry: play.entry, place };
  }

  standAs(q: Float64Array): void {
    setNeutral(this.#figure, q);
  }

  find(query: ExampleQuery): FoundExample | undefined {
    const { ws, contacts, force: impulse } = query;
    for (let group = query.steps ? STEPS : 0; group < this.#groups.length; group++) {
      const found = matchPush(this.#groups[group], this.#body, this.#figure.leg, ws, { contacts, impulse });
      if (found) return this.#play(group, found, query);
    }
    return undefined;
  }

  #play(group: number, found: PushMatch, { age, rate }: ExampleQuery): FoundExample {
    const { match, yaw, strength } = found;
    const entry = this.#groups[group].entries[match.entry];
    const psi = wrapAngle(found.angle - entry.angle);
    const amplitude = Math.min(MOST_AMPLITUDE, strength / entry.radius);
    this.#played = { group, entry: match.entry, frame: match.frame, since: age, amplitude, psi, yaw };
    this.#player.enter(this.#playOf(this.#played), age);
    const seconds = entry.response.clip.frameTime / entry.timeScale;
    const { caught, recovered } = phasesOf(entry, match.frame);
    const name = entry.mirrored ? `${entry.response.name}, mirrored` : entry.response.name;
    return {
      reason: `${name} from frame ${match.frame}, cost ${match.cost.toFixed(3)}`,
      caught: (caught - match.frame) * seconds,
      recovered: (recovered - caught) * seconds,
      steps: group === STEPS,
      wish: group === STEPS ? this.#wish(found, entry, psi, rate) : undefined,
    };
  }

  #wish({ match, angle, strength }: PushMatch, entry: Entry, psi: number, rate: number): StepWish | undefined {
    const mass = this.#body.totalMass;
    return wishedSteps(entry, {
      rule: this.#options.footsteps,
      from: match.frame,
      psi,
      angle,
      strength,
      mass,
      leg: this.#figure.leg,
      rate,
      speed: strength / mass,
    });
  }

  #playOf({ group, entry: id, frame, since, amplitude, psi }: PlayedExample): PosturePlay {
    const entry = this.#groups[group].entries[id];
    const channels = channelsOf(entry.response);
    const rate = entry.timeScale / channels.frameTime;
    const gain = this.#options.hands === 'tied' ? 0 : 1;
    const adaptation = { ...AS_IT_IS, amplitude, psi, mirrored: entry.mirrored, arms: [gain, gain] as const };
    return { entry, channels, adaptation, pace: { first: frame - rate * since, rate, tail: Infinity, faster: 1 } };
  }

  writeSpin(out: Float64Array, ahead: number): void {
    const { play, share, place } = this.#player;
    const played = this.#played;
    out.fill(0);
    if (!played || !play) return;
    writeSpin(out, play.entry, this.#figure.leg, place + play.pace.rate * ahead);
    const turn = played.yaw + played.psi;
    const [sine, cosine] = [Math.sin(turn), Math.cos(turn)];
    const [x, y, z] = out;
    const scale = share * played.amplitude;
    out[0] = scale * (cosine * x + sine * z);
    out[1] = scale * y;
    out[2] = scale * (cosine * z - sine * x);
  }

  advance(q: Float64Array, h: number): boolean {
    return this.#player.advance(q, h, this.#played?.yaw ?? 0);
  }

  reset(): void {
    this.#player.reset();
    this.#played = undefined;
  }

  save(): unknown {
    return this.#played && this.isActive ? { played: this.#played, player: this.#player.save() } : undefined;
  }

  restore(saved: unknown): void {
    this.reset();
    if (saved === undefined) return;
    checkShape(saved, SAVED_EXAMPLE, 'example');
    const { played, player } = saved as unknown as SavedExample;
    if (!this.#groups[played.group]?.entries[played.entry]) throw noSave(saved);
    this.#played = { ...played };
    this.#player.restore(this.#playOf(played), player.time, player.from, player.fromRate);
  }
}

const SAVED_EXAMPLE: Shape = {
  fields: {
    played: {
      fields: {
        group: 'whole',
        entry: 'whole',
        frame: 'number',
        since: 'number',
        amplitude: 'number',
        psi: 'number',
        yaw: 'number',
      },
    },
    player: { fields: SAVED_PLAY },
  },
};

interface SavedExample {
  readonly played: PlayedExample;
  readonly player: ReturnType<PosturePlayer['save']>;
}
