/** What the page shows at the moment; everything drawn follows from it. */
export interface State {
  from: number; // [s] shown stretch of time
  to: number;
  playhead: number; // [s]
  hover: number | undefined; // [s] under the pointer; shown instead of the playhead
  playing: boolean;
  speed: number;
}

export interface Store {
  readonly state: Readonly<State>;
  readonly set: (change: Partial<State>) => void;
  readonly onChange: (draw: (change: Partial<State>) => void) => void;
}

/** The moment that figure and read-outs show. */
export const shownTime = ({ hover, playhead }: Readonly<State>): number => hover ?? playhead;

export function createStore(duration: number): Store {
  const state: State = { from: 0, to: duration, playhead: 0, hover: undefined, playing: false, speed: 1 };
  const listeners: ((change: Partial<State>) => void)[] = [];
  return {
    state,
    set(change) {
      Object.assign(state, change);
      for (const draw of listeners) draw(change);
    },
    onChange: (draw) => listeners.push(draw),
  };
}
