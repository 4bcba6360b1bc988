/**
 * Somebody who stands and answers pushes, [Yin05]: the library says with which posture, the body makes it true on its own feet. A step is
 * taken where people step; arms are for those who may not.
 */
import type { Body } from '../../body/body.ts';
import type { Source } from '../../control/source.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { headingYaw } from '../../gait/heading.ts';
import type { Push } from '../../gait/push.ts';
import type { Clip } from '../../motion/clip.ts';
import { integrate } from '../../motion/coordinates.ts';
import type { Balancer, BalancerEvent, BalancerStatus } from '../balancer.ts';
import { ReactingCharacter, type Tactics, type WalkingOff } from '../reacting-character.ts';
import { checkShape } from '../save-shape.ts';
import { standsAs } from '../stands-as.ts';
import { channelsOf } from './channels.ts';
import { type Entry, entriesFor } from './entries.ts';
import { createFigure, createStage, type Figure, readFeet, type Stage, setNeutral } from './figure.ts';
import { type Impact, impactOf } from './impact.ts';
import type { PushResponseOptions } from './options.ts';
import { PosturePlayer, playOf } from './posture-player.ts';
import type { Strategy } from './response.ts';
import { SAVED_TACTICS, type SavedTactics } from './saved-tactics.ts';
import { createSearcher, type Searcher, select } from './select.ts';
import { NO_LIBRARY, type Point, type Query, type Selection } from './selection.ts';
import { supportReach } from './support-reach.ts';
import { featuresOf, lookAround } from './survey.ts';
import { armGains, chanceOf } from './variety.ts';
import { walkableArea } from './walkable.ts';

/** What was last chosen and why, for whoever wants to look. */
export interface Answer {
  readonly time: number; // [s]
  readonly impact: Impact;
  readonly yaw: number; // [rad] heading: selection speaks of directions in its frame
  readonly selection: Selection;
}

const MOST_RECENT = 8;
/** How far away ground is looked for when somebody may have to step, over leg length. */
const STEP_OF_LEGS = 0.45;

export class PushResponder implements Balancer {
  /** The answer to the last push. */
  answer: Answer | undefined;
  readonly searcher: Searcher | undefined;
  readonly character: ReactingCharacter;
  readonly #options: PushResponseOptions;
  readonly #figure: Figure;
  readonly #player: PosturePlayer;
  readonly #shown: Stage;
  readonly #before: Stage;
  readonly #base: Stage;
  readonly #seed: number;
  #area:
    | { readonly of: PushResponseOptions['walkable']; readonly carries: ReturnType<typeof walkableArea> }
    | undefined;
  #yaw = 0;
  #count = 0; // pushes answered
  #recent: number[] = []; // entries, last one first

  constructor(body: Body, idle: Clip | Source, options: PushResponseOptions & WalkingOff, seed = 0) {
    this.#options = options;
    this.#seed = seed;
    this.#figure = createFigure(body);
    this.#player = new PosturePlayer(this.#figure);
    this.#shown = createStage(body);
    this.#before = createStage(body);
    this.#base = createStage(body);
    const { source, gait } = isSource(idle) ? { source: idle, gait: options.gait } : standsAs(body, idle);
    const { tidy, ground, parameters, standing } = options;
    this.character = new ReactingCharacter(source, this.#tactics(), {
      ground,
      parameters,
      planner: {
        parameters: standing,
        tidy,
        mayStep: () => this.#options.allowed.includes('step'),
        walkable: (x, z) => this.#carries(x, z),
      },
      ...(gait && { gait }),
    });
    source.pose(this.#base.q, 0);
    const yaw = setNeutral(this.#figure, this.#base.q);
    if (!options.library || options.library.responses.length === 0) return;
    const reach = supportReach(body, this.#figure.ws, this.#base.q, yaw);
    this.searcher = createSearcher(entriesFor(options.library, body), reach, this.#figure.leg);
  }

  get q(): Float64Array {
    return this.character.q;
  }

  get v(): Float64Array {
    return this.character.v;
  }

  get time(): number {
    return this.character.time;
  }

  get status(): BalancerStatus {
    return this.character.status;
  }

  /** Which response is in play: entry and place in it [frames]; undefined while none is. */
  get playing(): { readonly entry: Entry; readonly place: number } | undefined {
    const { play } = this.#player;
    return play && { entry: play.entry, place: this.#player.place };
  }

  /** Recovered, on feet that stand otherwise than the source's. */
  get isHolding(): boolean {
    return this.status === 'balanced' && this.character.isReacting;
  }

  /** Whether both feet are on ground where they may be put. */
  get standsOnWalkable(): boolean {
    const { reaction } = this.character;
    reaction.readNow();
    return reaction.feet.every(({ ball }) => this.#carries(ball[0], ball[2]));
  }

  /** Momentum that is still to be taken up [N·s]: (left, forward) in the heading of the last answer. */
  get carried(): Point {
    return this.status === 'falling' ? [0, 0] : this.#carried(this.#yaw);
  }

  push(push: Push): void {
    this.character.push(push);
  }

  step(dt: number): readonly BalancerEvent[] {
    return this.character.step(dt);
  }

  /** Starts anew at t [s] of the source. */
  begin(t: number): void {
    this.character.reaction.reference.source.pose(this.#base.q, t);
    this.standAs(this.#base.q);
    this.answer = undefined;
    this.character.begin(t);
  }

  /** Takes a pose as the one that responses are counted from; a save does not hold it. */
  standAs(q: Float64Array): void {
    setNeutral(this.#figure, q);
  }

  #tactics(): Tactics {
    const player = this.#player;
    let last = 0; // [s] of the source when the posture was last asked for
    return {
      answer: (push) => (this.character.isWalking ? undefined : this.#answerPush(push)),
      posture: (q, t) => {
        const h = t - last;
        last = t;
        return player.advance(q, h, this.#yaw);
      },
      get isActive() {
        return player.isSeen;
      },
      reset: () => {
        player.reset();
        last = this.character.reaction.reference.time;
      },
      save: () => this.#saveTactics(last),
      restore: (saved) => {
        last = this.#restoreTactics(saved);
      },
    };
  }

  #answerPush(push: Push): { readonly name: string; readonly reason: string } | undefined {
    const { reaction, time, body } = this.character;
    const { ws } = this.#figure;
    reaction.readNow();
    // the standing pose underneath, and the pose now
    this.#base.q.set(reaction.reference.next);
    forwardKinematics(body, ws, this.#base.q);
    const yaw = headingYaw(body, ws);
    this.#yaw = yaw;
    forwardKinematics(body, ws, this.q);
    const floor = Math.min(reaction.feet[0].ball[1], reaction.feet[1].ball[1]);
    const impact = impactOf(push, body, ws, yaw, floor, this.#options.stiffness);
    const selection = this.#select(impact, this.#carried(yaw));
    this.answer = { time, impact, yaw, selection };
    return this.#play(selection);
  }

  /** m(Q) of [Yin05]: momentum beyond the source's that a recovery still has to take up [N·s], heading frame. */
  #carried(yaw: number): Point {
    const { reaction, body, planner } = this.character;
    if (!this.character.isReacting || this.status === 'balanced' || planner.tidying) return [0, 0];
    const { ws, reference } = reaction;
    const x = body.totalMass * (ws.comVelocity[0] - reference.ws.comVelocity[0]);
    const z = body.totalMass * (ws.comVelocity[2] - reference.ws.comVelocity[2]);
    return [Math.cos(yaw) * x - Math.sin(yaw) * z, Math.sin(yaw) * x + Math.cos(yaw) * z];
  }

  /** Steps where ankles and hips will not do; arms only where no step may be taken. Groups in the order in which they are tried. */
  #strategies(impact: Impact, carried: Point): readonly (readonly Strategy[])[] {
    const { allowed } = this.#options;
    const { reaction, body } = this.character;
    const scale = 1 / (body.totalMass * reaction.momentum.rate);
    const [x, z] = [(impact.push[0] + carried[0]) * scale, (impact.push[1] + carried[1]) * scale];
    const reach = this.searcher?.reach(Math.atan2(x, z)) ?? 0;
    const needsStep = Math.hypot(x, z) > reach;
    const only = (...wanted: Strategy[]): Strategy[] => allowed.filter((strategy) => wanted.includes(strategy));
    if (!allowed.includes('step') || !this.#hasRoom(x, z)) return [only('hip', 'arm')];
    return needsStep ? [only('step')] : [only('hip'), only('hip', 'step')];
  }

  /** Whether a step towards (x, z), heading frame, finds ground. */
  #hasRoom(x: number, z: number): boolean {
    const size = Math.hypot(x, z);
    if (size === 0) return true;
    const [sine, cosine] = [Math.sin(this.#yaw), Math.cos(this.#yaw)];
    const { com } = this.character.reaction.ws;
    const step = (STEP_OF_LEGS * this.#figure.leg) / size;
    return this.#carries(com[0] + step * (cosine * x + sine * z), com[2] + step * (cosine * z - sine * x));
  }

  /** Whether a foot may be put at (x, z). What carries may change from push to push, as the other options may. */
  #carries(x: number, z: number): boolean {
    const { walkable, carries } = this.#options;
    if (this.#area?.of !== walkable) this.#area = { of: walkable, carries: walkableArea(walkable) };
    return (this.#area.carries?.(x, z) ?? true) && (carries?.(x, z) ?? true);
  }

  #select(impact: Impact, carried: Point): Selection {
    const [x, z] = impact.push;
    if (!this.searcher) {
      const target = { radius: Math.hypot(x, z), angle: Math.atan2(x, z) };
      return { ...NO_LIBRARY, carried, push: impact.push, target };
    }
    const chance = (entry: number): number => chanceOf(this.#seed, this.#count, entry);
    const query: Query = { ...this.#look(), carried, push: impact.push, recent: this.#recent, chance };
    // the mildest strategies first; what goes beyond all of them is told by the last
    const groups = this.#strategies(impact, carried);
    let selection: Selection | undefined;
    for (const allowed of groups) {
      selection = select(this.searcher, query, { ...this.#options, allowed });
      if (selection.status === 'found' || selection.status === 'sway') break;
    }
    return selection ?? select(this.searcher, query, { ...this.#options, allowed: [] });
  }

  /** What selection wants to know of pose and feet. */
  #look(): Omit<Query, 'carried' | 'push' | 'recent' | 'chance'> {
    const { reaction, isReacting } = this.character;
    const dt = reaction.reference.lastTick;
    this.#shown.q.set(this.q);
    this.#before.q.set(this.q);
    if (isReacting) integrate(this.#before.q, this.character.body.skeleton, this.q, reaction.v, -dt);
    for (const stage of [this.#base, this.#before, this.#shown]) readFeet(stage, this.#figure);
    const survey = {
      figure: this.#figure,
      shown: this.#shown,
      before: this.#before,
      dt,
      base: this.#base,
      yaw: this.#yaw,
      planted: [reaction.feet[0].stands, reaction.feet[1].stands] as const,
    };
    const neutral = !this.#player.isActive && this.character.planner.mode === 'stand';
    return { ...lookAround(survey, this.#options.walkable), ...featuresOf(survey, neutral) };
  }

  #play({ chosen, status, reason }: Selection): { readonly name: string; readonly reason: string } | undefined {
    if (status === 'sway' || !chosen || !this.searcher) return undefined;
    const entry = this.searcher.entries[chosen.entry];
    const again = this.#recent.some((id) => this.searcher?.entries[id].response === entry.response);
    const arms = armGains(this.#seed, this.#count++, again);
    this.#recent = [chosen.entry, ...this.#recent.filter((id) => id !== chosen.entry)].slice(0, MOST_RECENT);
    this.#player.enter(playOf(entry, chosen, arms, this.#options));
    return { name: chosen.strategy, reason };
  }

  #saveTactics(last: number): SavedTactics {
    const { play } = this.#player;
    return {
      last,
      yaw: this.#yaw,
      count: this.#count,
      recent: [...this.#recent],
      ...this.#player.save(),
      entry: play ? play.entry.id : -1,
      adaptation: play ? { ...play.adaptation, arms: [...play.adaptation.arms] } : undefined,
      pace: play ? { ...play.pace, tail: Math.min(play.pace.tail, Number.MAX_VALUE) } : undefined,
    };
  }

  #restoreTactics(saved: unknown): number {
    checkShape(saved, SAVED_TACTICS, 'tactics');
    const state = saved as unknown as SavedTactics;
    this.#yaw = state.yaw;
    this.#count = state.count;
    this.#recent = [...state.recent];
    const entry = this.searcher?.entries[state.entry];
    const { adaptation, pace } = state;
    const play =
      entry && adaptation && pace ? { entry, channels: channelsOf(entry.response), adaptation, pace } : undefined;
    this.#player.restore(play, state.time, state.from, state.fromRate);
    return state.last;
  }

  save(): unknown {
    return this.character.save();
  }

  restore(saved: unknown): void {
    this.character.restore(saved);
  }
}

const isSource = (idle: Clip | Source): idle is Source => 'pose' in idle;
