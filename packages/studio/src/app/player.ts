/** Moves the playhead: sixty times a second while playing, at once when somebody points at a moment. */
import type { Playhead } from '../state/playhead.ts';
import { clipOnStage, durationOnStage } from '../state/selectors.ts';
import type { Store } from '../state/store.ts';

export interface Player {
  readonly playhead: Playhead;
  readonly seek: (time: number) => void;
  /** Goes whole frames forward or back and stays there. */
  readonly step: (frames: number) => void;
  readonly toggle: () => void;
  /** A simulation takes over where the recording ends; undefined: the clip is all there is. */
  readonly setLive: (stream: LiveStream | undefined) => void;
  /** Playing on at the end makes more of it. */
  readonly isLive: () => boolean;
  readonly dispose: () => void;
}

/** Time that is made while it is played. */
export interface LiveStream {
  readonly duration: () => number; // [s] so far
  /** Plays on by so many seconds beyond the end, as far as it can. */
  readonly advance: (seconds: number) => void;
}

/** What the player needs of a browser; tests hand in their own. */
export interface FrameClock {
  readonly request: (callback: (now: number) => void) => number; // now [ms]
  readonly cancel: (id: number) => void;
}

const COMMIT_AFTER = 150; // [ms] of rest before the store learns the time
const LONGEST_PICTURE = 0.1; // [s] after a stall the motion goes on where it was

export function createPlayer(store: Store, clock: FrameClock): Player {
  const listeners = new Set<(time: number) => void>();
  let time = store.state().view.time;
  let request = 0;
  let before: number | undefined;
  let commit: ReturnType<typeof setTimeout> | undefined;
  let clip = clipOnStage(store.state());
  let shown = store.state().document.clip;
  let live: LiveStream | undefined;

  const length = (): number => live?.duration() ?? durationOnStage(store.state());
  const tell = (): void => {
    for (const listener of listeners) listener(time);
  };
  const remember = (): void => {
    clearTimeout(commit);
    commit = setTimeout(() => store.dispatch({ type: 'view/set', view: { time } }), COMMIT_AFTER);
  };
  const move = (to: number): void => {
    time = Math.min(length(), Math.max(0, to));
    tell();
  };
  const seek = (to: number): void => {
    move(to);
    remember();
  };

  const picture = (now: number): void => {
    const { view } = store.state();
    const end = length();
    request = clock.request(picture);
    const passed = before === undefined ? 0 : Math.min(LONGEST_PICTURE, (now - before) / 1000);
    before = now;
    let to = time + passed * view.speed;
    if (live) {
      if (to > end) live.advance(to - end);
      if (live) move(to); // it may have ended meanwhile
      return;
    }
    if (end <= 0) return;
    if (to >= end) {
      if (!view.loop) {
        move(end);
        store.dispatch({ type: 'view/set', view: { playing: false, time: end } });
        return;
      }
      to %= end;
    }
    move(to);
  };

  const follow = (): void => {
    const state = store.state();
    const { playing } = state.view;
    if (playing && request === 0) {
      before = undefined;
      request = clock.request(picture);
    } else if (!playing && request !== 0) {
      clock.cancel(request);
      request = 0;
      remember();
    }
    const now = clipOnStage(state);
    if (state.document.clip !== shown) {
      shown = state.document.clip;
      move(state.view.time);
    } else if (now !== clip) move(time); // the same clip, made anew: it may have become shorter
    clip = now;
  };
  const unsubscribe = store.subscribe(follow);
  follow();

  return {
    playhead: {
      time: () => time,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    seek,
    step: (frames) => {
      const dt = clipOnStage(store.state())?.frameTime;
      if (dt === undefined) return;
      if (store.state().view.playing) store.dispatch({ type: 'view/set', view: { playing: false } });
      seek((Math.round(time / dt) + frames) * dt);
    },
    toggle: () => {
      const { playing } = store.state().view;
      // At the end of a clip that does not loop, play means from the start.
      if (!playing && !live && time >= length() - 1e-6) move(0);
      store.dispatch({ type: 'view/set', view: { playing: !playing, time } });
    },
    setLive: (stream) => {
      live = stream;
      move(time);
    },
    isLive: () => live !== undefined,
    dispose: () => {
      unsubscribe();
      clearTimeout(commit);
      if (request !== 0) clock.cancel(request);
    },
  };
}
