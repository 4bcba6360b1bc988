/** A player whose clock and pictures are made by hand. */
import { createPlayer, type Player } from '../../src/app/player.ts';
import { initialState } from '../../src/state/initial.ts';
import { createStore, type Store } from '../../src/state/store.ts';

export interface PlayerByHand {
  readonly store: Store;
  readonly player: Player;
  readonly now: () => number; // [ms]
  /** One picture after `ms`. */
  readonly picture: (ms: number) => void;
  /** Is a picture asked for? */
  readonly running: () => boolean;
}

/** At rest, with nothing on stage. */
export function playerByHand(): PlayerByHand {
  let pending: ((now: number) => void) | undefined;
  let now = 0;
  const store = createStore(initialState(), () => now);
  store.dispatch({ type: 'view/set', view: { playing: false } });
  const player = createPlayer(store, {
    request: (callback) => {
      pending = callback;
      return 1;
    },
    cancel: () => {
      pending = undefined;
    },
  });
  return {
    store,
    player,
    now: () => now,
    picture(ms) {
      now += ms;
      const callback = pending;
      pending = undefined;
      callback?.(now);
    },
    running: () => pending !== undefined,
  };
}
