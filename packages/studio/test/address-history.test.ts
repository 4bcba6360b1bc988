/** Every mode and clip that somebody goes to is a step of the browser's history, also in haste and while much else changes. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followAddress } from '../src/app/address.ts';
import { initialState } from '../src/state/initial.ts';
import { createStore, type Store } from '../src/state/store.ts';
import type { ClipId, LibraryEntry } from '../src/state/types.ts';

interface Step {
  readonly state: { readonly place: { readonly mode: string; readonly clip: string | undefined } };
  readonly hash: string;
}

let steps: Step[];
let at: number;
let onPop: (event: { readonly state: unknown }) => void;
let location: { hash: string };
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  [steps, at] = [[{ state: { place: { mode: 'analyse', clip: undefined } }, hash: '' }], 0];
  location = { hash: '' };
  const put = (state: Step['state'], _: string, hash: string): void => {
    steps[at] = { state, hash };
    location.hash = hash;
  };
  vi.stubGlobal('location', location);
  vi.stubGlobal('history', {
    get state() {
      return steps[at]?.state;
    },
    replaceState: put,
    pushState: (...step: Parameters<typeof put>) => {
      steps.length = ++at;
      put(...step);
    },
  });
  vi.stubGlobal('window', {
    addEventListener: (_: string, listener: typeof onPop) => {
      onPop = listener;
    },
    removeEventListener: () => undefined,
  });
});

afterEach(() => {
  end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const entry = (id: ClipId): LibraryEntry => {
  const [, motion = ''] = id.split(':');
  return { id, name: motion, origin: { kind: 'built-in', motion, values: {} }, status: 'waiting' };
};

/** `loading` [ms]: until a clip that is asked for is on stage. */
function studio(loading: number): Store {
  const store = createStore(initialState({}), () => 0);
  store.dispatch({ type: 'library/add', entries: ['built-in:walk', 'built-in:squat'].map(entry) });
  store.dispatch({ type: 'clip/select', id: 'built-in:walk' });
  const show = (id: ClipId): Promise<void> =>
    new Promise((done) => {
      setTimeout(() => {
        store.dispatch({ type: 'clip/select', id });
        done();
      }, loading);
    });
  end = followAddress({ store, session: { show } as unknown as Parameters<typeof followAddress>[0]['session'] });
  return store;
}

const go = (store: Store, mode: string): void => store.dispatch({ type: 'view/set', view: { mode } });
const places = (): readonly string[] => steps.map(({ state: { place } }) => `${place.mode} ${place.clip}`);

async function back(): Promise<void> {
  const step = steps[--at]!;
  location.hash = step.hash;
  onPop({ state: step.state });
  await vi.advanceTimersByTimeAsync(1);
}

it('keeps a mode that was left at once, while other state changes all the time', async () => {
  const store = studio(0);
  for (const mode of ['mend', 'react', 'analyse']) {
    go(store, mode);
    for (let k = 0; k < 5; k++) {
      store.dispatch({ type: 'view/set', view: { time: k } });
      await vi.advanceTimersByTimeAsync(10);
    }
  }
  expect(places()).toEqual(['analyse', 'mend', 'react', 'analyse'].map((mode) => `${mode} built-in:walk`));
});

it('takes a mode and a clip of one gesture as one step', async () => {
  const store = studio(0);
  go(store, 'mend');
  store.dispatch({ type: 'clip/select', id: 'built-in:squat' });
  await vi.advanceTimersByTimeAsync(10);
  expect(places()).toEqual(['analyse built-in:walk', 'mend built-in:squat']);
});

it('goes Back to a clip that takes long to load without a new step, and Forward again', async () => {
  const store = studio(5000);
  go(store, 'mend');
  await vi.advanceTimersByTimeAsync(10);
  store.dispatch({ type: 'clip/select', id: 'built-in:squat' });
  await vi.advanceTimersByTimeAsync(10);
  const before = places();
  await back();
  for (let k = 0; k < 20; k++) {
    store.dispatch({ type: 'view/set', view: { time: k } });
    await vi.advanceTimersByTimeAsync(400);
  }
  expect(store.state().document.clip).toBe('built-in:walk');
  expect([places(), at]).toEqual([before, 1]);
});
