/** Undo, redo and what counts as one step. */
import { describe, expect, it } from 'vitest';
import { initialState } from '../src/state/initial.ts';
import { createStore, type Store } from '../src/state/store.ts';
import { builtIn } from './support/state.ts';

function storeWithWalk(): { store: Store; wait: (ms: number) => void } {
  let now = 0;
  const store = createStore(initialState(), () => now);
  store.dispatch({ type: 'library/add', entries: [builtIn('walk'), builtIn('run')] });
  store.dispatch({ type: 'clip/select', id: 'built-in:walk' });
  return {
    store,
    wait: (ms) => {
      now += ms;
    },
  };
}

const speed = (store: Store): number | undefined => store.state().document.values['speed'];

describe('undo', () => {
  it('does not count the first clip on stage', () => {
    expect(storeWithWalk().store.canUndo()).toBe(false);
  });

  it('takes a whole drag back in one step, and gives it again', () => {
    const { store, wait } = storeWithWalk();
    for (let value = 1; value <= 2; value += 0.1) {
      store.dispatch({ type: 'values/set', name: 'speed', value });
      wait(30);
    }
    const dragged = speed(store);
    store.undo();
    expect(speed(store)).toBeUndefined();
    expect(store.canUndo()).toBe(false);
    store.redo();
    expect(speed(store)).toBe(dragged);
    expect(store.canRedo()).toBe(false);
  });

  it('says what it would take back, and what it would give again', () => {
    const { store, wait } = storeWithWalk();
    expect(store.undoWords()).toBeUndefined();
    store.dispatch({ type: 'values/set', name: 'stepLength', value: 1 });
    expect(store.undoWords()).toBe('step length');
    wait(2000);
    store.dispatch({ type: 'contacts/set', contacts: [], words: 'Left heel held on, 3 frames' });
    store.dispatch({ type: 'contacts/set', contacts: [], words: 'Left heel held on, 9 frames' }); // one drag
    expect(store.undoWords()).toBe('Left heel held on, 9 frames');
    store.undo();
    expect([store.undoWords(), store.redoWords()]).toEqual(['step length', 'Left heel held on, 9 frames']);
    store.redo();
    expect([store.undoWords(), store.redoWords()]).toEqual(['Left heel held on, 9 frames', undefined]);
  });

  it('parts drags of different things and drags with a pause between', () => {
    const { store, wait } = storeWithWalk();
    store.dispatch({ type: 'values/set', name: 'speed', value: 1 });
    store.dispatch({ type: 'values/set', name: 'step', value: 2 });
    wait(2000);
    store.dispatch({ type: 'values/set', name: 'step', value: 3 });
    store.undo();
    expect(store.state().document.values).toEqual({ speed: 1, step: 2 });
    store.undo();
    expect(store.state().document.values).toEqual({ speed: 1 });
    store.undo();
    expect(store.state().document.values).toEqual({});
  });

  it('keeps what a mode has found out apart from what is changed by hand right after', () => {
    const { store } = storeWithWalk();
    const settings = (own: number, apart = false) =>
      store.dispatch({ type: 'mode/settings', mode: 'anticipate', settings: { own }, apart });
    settings(1, true); // learned
    settings(2);
    settings(3); // one drag
    store.undo();
    expect(store.state().document.modes['anticipate']).toEqual({ own: 1 });
    store.undo();
    expect(store.state().document.modes['anticipate']).toBeUndefined();
  });

  it('does not join a step with one that was undone', () => {
    const { store } = storeWithWalk();
    store.dispatch({ type: 'values/set', name: 'speed', value: 1 });
    store.undo();
    store.dispatch({ type: 'values/set', name: 'speed', value: 2 });
    expect(store.canRedo()).toBe(false);
    store.undo();
    expect(speed(store)).toBeUndefined();
  });

  it('is of the clip on stage: what is looked at is no edit, and edits of other clips stay', () => {
    const { store } = storeWithWalk();
    store.dispatch({ type: 'values/set', name: 'speed', value: 1.5 });
    store.dispatch({ type: 'clip/select', id: 'built-in:run' });
    expect(store.canUndo()).toBe(false);
    store.dispatch({ type: 'values/set', name: 'speed', value: 3 });
    store.undo();
    expect(store.state().document.clip).toBe('built-in:run');
    expect(speed(store)).toBeUndefined();
    store.dispatch({ type: 'clip/select', id: 'built-in:walk' });
    expect(speed(store)).toBe(1.5);
    expect(store.undoWords()).toBe('speed');
    store.undo();
    expect(speed(store)).toBeUndefined();
  });

  it('takes back settings of one mode and leaves those of others as they are now', () => {
    const { store, wait } = storeWithWalk();
    store.dispatch({ type: 'mode/settings', mode: 'push', settings: 1 });
    wait(2000);
    store.dispatch({ type: 'clip/select', id: 'built-in:run' });
    store.dispatch({ type: 'mode/settings', mode: 'gait', settings: 2 });
    store.dispatch({ type: 'clip/select', id: 'built-in:walk' });
    store.undo();
    expect(store.state().document.modes).toEqual({ gait: 2 });
    store.redo();
    expect(store.state().document.modes).toEqual({ gait: 2, push: 1 });
  });

  it('leaves the view alone', () => {
    const { store } = storeWithWalk();
    store.dispatch({ type: 'values/set', name: 'speed', value: 1 });
    store.dispatch({ type: 'view/set', view: { speed: 0.5 } });
    store.undo();
    expect(store.state().view.speed).toBe(0.5);
  });

  it('does nothing at the ends', () => {
    const { store } = storeWithWalk();
    const before = store.state();
    store.undo();
    store.redo();
    expect(store.state()).toBe(before);
  });
});

describe('listeners', () => {
  it('hear of changes, and only of changes', () => {
    const { store } = storeWithWalk();
    let calls = 0;
    const stop = store.subscribe(() => calls++);
    store.dispatch({ type: 'view/set', view: { loop: false } });
    store.dispatch({ type: 'clip/select', id: 'built-in:walk' });
    stop();
    store.dispatch({ type: 'view/set', view: { loop: true } });
    expect(calls).toBeLessThanOrEqual(2);
    expect(calls).toBeGreaterThan(0);
  });
});
