/**
 * The moment on stage. It moves sixty times a second, so it lives outside the store: whoever draws it subscribes and
 * writes to its own canvas or element without a React render. The store learns the time only when it comes to rest.
 */
export interface Playhead {
  /** Seconds from the clip's first frame. */
  readonly time: () => number;
  /** Called with the new time after every change; returns how to stop. */
  readonly subscribe: (listener: (time: number) => void) => () => void;
}
