/** The push that is being aimed, on the body, on the pad or by keys: pad and stage draw the same one. Not part of the state. */

export interface Aim {
  readonly left: number; // [N·s] seen from where the person faces
  readonly forward: number;
  readonly heading: number; // [rad] that the person faces
}

type Listener = () => void;

const listeners = new Set<Listener>();
let current: Aim | undefined;

export const aim = {
  now: (): Aim | undefined => current,
  set: (next: Aim | undefined): void => {
    current = next;
    for (const listener of listeners) listener();
  },
  subscribe: (listener: Listener): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
