/**
 * Somebody who stands and is hit anywhere at any moment, [Komura05]: examples of a library are edited for the hit and blended in, and the
 * body makes them true. docs/methods/reactive-blend.md.
 */
import type { ReactionParameters } from '../../control/parameters.ts';
import type { Source } from '../../control/source.ts';
import type { Push } from '../../gait/push.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import type { Balancer, BalancerEvent, BalancerStatus } from '../balancer.ts';
import { ReactingCharacter, type WalkingOff } from '../reacting-character.ts';
import { BlendTactics } from './blend-tactics.ts';
import type { ExamplePlayer } from './example-player.ts';
import type { ReactiveBlendOptions } from './options.ts';

/** Arms that are tied move with the trunk: muscles that nothing moves. */
export const TIED: Partial<ReactionParameters> = { armArmature: 500, armEffort: 500 };

export class ReactiveBlender implements Balancer {
  readonly character: ReactingCharacter;
  readonly #examples: ExamplePlayer | undefined;
  readonly #pose: Float64Array;

  /** `examples`: of options.library, where there is one. */
  constructor(
    source: Source,
    options: Omit<ReactiveBlendOptions, 'library' | 'gaits'> & WalkingOff,
    examples?: ExamplePlayer,
  ) {
    const { ground, hands, tidy, parameters, standing, carries, gait } = options;
    this.#examples = examples;
    const tactics = new BlendTactics(examples);
    this.character = new ReactingCharacter(source, tactics, {
      ground,
      parameters: { ...(hands === 'tied' && TIED), ...parameters },
      planner: { parameters: standing, tidy, ...(carries && { walkable: carries }) },
      ...(gait && { gait }),
    });
    this.#pose = new Float64Array(coordinateCount(source.body.skeleton));
    source.pose(this.#pose, 0);
    this.standAs(this.#pose);
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

  /** Recovered, on feet that stand otherwise than the source's. */
  get isHolding(): boolean {
    return this.status === 'balanced' && this.character.isReacting;
  }

  push(push: Push): void {
    this.character.push(push);
  }

  step(dt: number): readonly BalancerEvent[] {
    return this.character.step(dt);
  }

  /** Starts anew at t [s] of the source. */
  begin(t: number): void {
    this.character.reaction.reference.source.pose(this.#pose, t);
    this.standAs(this.#pose);
    this.character.begin(t);
  }

  /** Takes a pose as the one that examples are counted from; a save does not hold it. */
  standAs(q: Float64Array): void {
    this.#examples?.standAs(q);
  }

  save(): unknown {
    return this.character.save();
  }

  restore(saved: unknown): void {
    this.character.restore(saved);
  }
}
