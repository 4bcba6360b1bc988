/** Ticks of a character on the stream of poses: always as long, whatever the frame rate; what is shown lies between two of them. */
import type { BalancerEvent } from '../methods/balancer.ts';
import type { ReactingCharacter } from '../methods/reacting-character.ts';
import type { StreamPrimary } from '../methods/reactive-blend/primary.ts';
import { integrate } from '../motion/coordinates.ts';

const TICK = 1 / 120; // [s]
const SAME_TIME = 1e-9; // [s]

export class StreamClock {
  readonly q: Float64Array; // nq, shown
  readonly v: Float64Array; // nv
  time = 0; // [s] of the character, at most a tick ahead of the stream
  readonly #character: () => ReactingCharacter;
  readonly #stream: StreamPrimary;
  readonly #turn = new Float64Array(4);

  constructor(character: ReactingCharacter | (() => ReactingCharacter), stream: StreamPrimary) {
    this.#character = typeof character === 'function' ? character : () => character;
    this.#stream = stream;
    this.q = stream.state.q.slice();
    this.v = new Float64Array(stream.state.v.length);
  }

  begin(time: number): void {
    this.time = time;
    this.#show();
  }

  /** Up to the time of the stream. */
  catchUp(): BalancerEvent[] {
    const character = this.#character();
    const events: BalancerEvent[] = [];
    while (this.time < this.#stream.state.time - SAME_TIME) {
      this.time += TICK;
      for (const event of character.step(TICK)) {
        events.push({ ...event, time: this.time - (character.time - event.time) });
      }
    }
    this.#show();
    return events;
  }

  #show(): void {
    const { reaction, isReacting, q, body } = this.#character();
    this.v.set(isReacting ? reaction.v : reaction.reference.v);
    const ahead = this.time - this.#stream.state.time;
    if (ahead < SAME_TIME) this.q.set(q);
    else integrate(this.q, body.skeleton, q, this.v, -ahead, this.#turn);
  }
}
