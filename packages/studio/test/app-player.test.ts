/** The playhead under a clock made by hand. */
import { describe, expect, it } from 'vitest';
import { playerByHand } from './support/player-by-hand.ts';
import { builtIn, stillClip } from './support/state.ts';

function stage() {
  const { store, ...rest } = playerByHand();
  store.dispatch({ type: 'library/add', entries: [builtIn('walk')] });
  store.dispatch({ type: 'library/loaded', id: 'built-in:walk', clip: stillClip(61) }); // one second
  store.dispatch({ type: 'clip/select', id: 'built-in:walk' });
  return { store, ...rest };
}

describe('the player', () => {
  it('moves by the clock times the speed', () => {
    const { store, player, picture } = stage();
    player.toggle();
    store.dispatch({ type: 'view/set', view: { speed: 0.5 } });
    picture(0);
    for (let i = 0; i < 10; i++) picture(20);
    expect(player.playhead.time()).toBeCloseTo(0.1, 9);
  });

  it('loops, or stops at the end and starts again from the front', () => {
    const { store, player, picture, running } = stage();
    player.seek(0.95);
    player.toggle();
    picture(0);
    picture(80);
    expect(player.playhead.time()).toBeCloseTo(0.03, 9);
    store.dispatch({ type: 'view/set', view: { loop: false } });
    player.seek(0.95);
    picture(80);
    expect(player.playhead.time()).toBeCloseTo(1, 9);
    expect(store.state().view).toMatchObject({ playing: false, time: 1 });
    expect(running()).toBe(false);
    player.toggle();
    expect(player.playhead.time()).toBe(0);
  });

  it('does not jump after a stall', () => {
    const { player, picture } = stage();
    player.toggle();
    picture(0);
    picture(5000);
    expect(player.playhead.time()).toBeCloseTo(0.1, 9);
  });

  it('steps to whole frames, pauses, and stays within the clip', () => {
    const { store, player, running } = stage();
    player.toggle();
    player.seek(0.5 + 0.004);
    player.step(1);
    expect(player.playhead.time()).toBeCloseTo(31 / 60, 9);
    expect(store.state().view.playing).toBe(false);
    expect(running()).toBe(false);
    player.step(-1000);
    expect(player.playhead.time()).toBe(0);
  });

  it('tells its listeners every move', () => {
    const { player } = stage();
    const seen: number[] = [];
    const stop = player.playhead.subscribe((time) => seen.push(time));
    player.seek(0.25);
    stop();
    player.seek(0.5);
    expect(seen).toEqual([0.25]);
  });
});
