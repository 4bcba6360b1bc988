/** A live simulation under a clock made by hand: it is played, recorded, paused, scrubbed and ended. */
import type { Body, Clip } from 'poise';
import { describe, expect, it } from 'vitest';
import { startLive } from '../src/app/live.ts';
import { createRecording } from '../src/app/recording.ts';
import type { Session } from '../src/app/session.ts';
import { clipOnStage, entryOnStage } from '../src/state/selectors.ts';
import { playerByHand } from './support/player-by-hand.ts';
import { stillClip } from './support/state.ts';

function stage(frames: number, past?: Clip) {
  const { store, player, now, picture } = playerByHand();
  const judged: number[] = [];
  const session = {
    take: ({ id, name, mode, clip, live = false }: Parameters<Session['take']>[0]) => {
      store.dispatch({ type: 'library/made', id, name, mode, from: undefined, clip, live });
      store.dispatch({ type: 'clip/select', id });
    },
    analyseAgain: () => judged.push(clipOnStage(store.state())!.frameCount),
  } as unknown as Session;
  let step = 0;
  const template = stillClip(1);
  const source = {
    id: 'live:test',
    name: 'Live',
    template,
    body: {} as Body,
    frameTime: 1 / 60,
    start: template.q.slice(),
    ...(past && { past }),
    props: (frameCount: number) => [
      { name: 'ball', shape: { kind: 'ball', radius: 0.1 } as const, poses: new Float64Array(7 * frameCount) },
    ],
    step: (q: Float64Array) => {
      q[0] = ++step;
      return step > frames ? ('over' as const) : ('more' as const);
    },
  };
  const live = startLive(source, 'test', store, player, session);
  const play = (ms: number): void => {
    for (const end = now() + ms; now() < end - 1e-9; ) picture(1000 / 60);
  };
  return { store, player, live, play, judged };
}

describe('a recording', () => {
  it('hands out views that later frames do not change', () => {
    const recording = createRecording(stillClip(1), 'r', 1 / 60);
    const q = stillClip(1).q.slice();
    for (let i = 0; i < 700; i++) {
      q[0] = i;
      recording.append(q);
      if (i === 99) expect(recording.clip().frameCount).toBe(100);
    }
    const before = recording.clip();
    for (let i = 0; i < 2000; i++) recording.append(q.fill(-1));
    expect(before.frameCount).toBe(700);
    for (const f of [0, 599, 600, 699]) expect(before.q[7 * f]).toBe(f);
    expect(() => recording.append(new Float64Array(8))).toThrow(/7 numbers, found 8/);
  });
});

describe('a live simulation', () => {
  it('goes on after frames that were recorded before', () => {
    const past = stillClip(31);
    past.q[7 * 30] = -5;
    const { live, player, play, store } = stage(10_000, past);
    expect(clipOnStage(store.state())?.frameCount).toBe(31);
    expect(player.playhead.time()).toBeCloseTo(30 / 60, 9);
    play(200);
    const recorded = live.recording();
    expect(recorded.frameCount).toBeGreaterThan(35);
    expect([29, 30, 31, 32].map((frame) => recorded.q[7 * frame])).toEqual([past.q[7 * 29], -5, 1, 2]);
  });

  it('makes one frame per frame time and records all of them in order', () => {
    const { live, player, play } = stage(10_000);
    play(1000);
    const { q, frameCount } = live.recording();
    expect(frameCount).toBeGreaterThan(55);
    expect(frameCount).toBeLessThan(63);
    for (let f = 0; f < frameCount; f++) expect(q[7 * f]).toBe(f);
    expect(player.playhead.time()).toBeGreaterThan(0.9);
  });

  it('rests while it is exported, with all that moved beside the person', () => {
    const { store, player, play, live } = stage(10_000);
    const props = () => {
      const origin = entryOnStage(store.state())?.origin;
      return origin?.kind === 'made' ? origin.props : undefined;
    };
    play(500);
    expect(props()).toBeUndefined();
    store.dispatch({ type: 'view/set', view: { exporting: true } });
    expect(store.state().view.playing).toBe(false);
    const { frameCount } = live.recording();
    expect(clipOnStage(store.state())?.frameCount).toBe(frameCount);
    expect(props()?.map(({ poses }) => poses.length)).toEqual([7 * frameCount]);
    store.dispatch({ type: 'view/set', view: { exporting: false } });
    expect(player.isLive()).toBe(true);
    player.toggle();
    play(200);
    expect(live.recording().frameCount).toBeGreaterThan(frameCount);
  });

  it('shows poses that the library has not heard of, and tells it a few times a second', () => {
    const { store, live, player, play } = stage(10_000);
    play(1100);
    const known = clipOnStage(store.state())!.frameCount;
    expect(known).toBeGreaterThan(10);
    expect(known).toBeLessThan(live.recording().frameCount);
    expect(live.poseAt(player.playhead.time())![0]).toBeCloseTo(60 * player.playhead.time(), 6);
    expect(live.poseAt(0.1)).toBeUndefined();
  });

  it('shows what lies between two frames in slow motion', () => {
    const { store, live, player, play } = stage(10_000);
    store.dispatch({ type: 'view/set', view: { speed: 0.25 } });
    const seen: number[] = [];
    for (let picture = 0; picture < 40; picture++) {
      play(1000 / 60);
      const pose = live.poseAt(player.playhead.time());
      if (pose) seen.push(pose[0]!);
    }
    expect(seen.length).toBeGreaterThan(15);
    for (let i = 1; i < seen.length; i++) expect(seen[i]! - seen[i - 1]!).toBeCloseTo(0.25, 6);
  });

  it('rests and is judged when paused, plays its past after a scrub, and goes on at its end', () => {
    const { store, live, player, play, judged } = stage(10_000);
    play(500);
    player.toggle();
    const made = live.recording().frameCount;
    expect(judged).toEqual([made]);
    play(500);
    expect(live.recording().frameCount).toBe(made);
    player.seek(0.1);
    player.toggle();
    play(200);
    expect(live.recording().frameCount).toBe(made);
    play(1000);
    expect(live.recording().frameCount).toBeGreaterThan(made + 20);
    expect(clipOnStage(store.state())!.name).toBe('Live');
  });

  it('ends where its source ends, as a clip at rest', () => {
    const { store, live, player, play, judged } = stage(30);
    play(2000);
    expect(live.recording().frameCount).toBe(31);
    expect(store.state().view.playing).toBe(false);
    expect(player.playhead.time()).toBeCloseTo(0.5, 9);
    expect(judged).toEqual([31]);
    expect(store.state().library[0]!.origin).toMatchObject({ kind: 'made', live: false });
  });
});
