/**
 * The reacting character and what happens to it, one machine for all: prepare (a worker finds out whom the clip on stage shows), then a take after the
 * other, each stepped and recorded. A clip that is put on stage while the mode is on becomes the one that reacts; one that cannot stays
 * on stage, which says why.
 */
import type { Push, Vec3 } from 'poise';
import { editsFor } from '../../app/requests.ts';
import { entryOnStage } from '../../state/selectors.ts';
import type { ClipId, LibraryEntry } from '../../state/types.ts';
import { Cancelled, createLane } from '../../worker/lane.ts';
import { spawnPart } from '../../worker/spawn.ts';
import type { ModeHost } from '../mode.ts';
import { toWorld } from '../shared/heading.ts';
import { jointAt, type Place } from '../shared/places.ts';
import { createAnimated } from './animated.ts';
import type { Curves, Performer, ReactWorker } from './api.ts';
import { ballProps } from './ball-props.ts';
import { createFigure } from './figure.ts';
import { waysOut } from './other-take.ts';
import { startsAnew } from './reactor.ts';
import { createLiveRecordings } from './recordings.ts';
import { fromSide, wayOf } from './sides.ts';
import { createSimulated } from './simulated.ts';
import { beginTake, type Take } from './take.ts';
import {
  FRAME_TIME,
  type News,
  NO_RESULT,
  type ReactResult,
  type ReactSettings,
  type Run,
  reactResult,
  reactSettings,
} from './types.ts';
import { planVolley } from './volley.ts';
import { warmUp } from './warm-up.ts';
import { floorOf, withPad, worldOf } from './world.ts';

const spawn = (): Worker => spawnPart('react');
const CROWD = 10; // balls of a volley
const BACK = 2; // frames before the end that count as looking back
const LEAST = 0.5; // [N·s] of a push

/** Kept when the mode is left: the library is unpacked once. */
const lane = createLane<ReactWorker>(spawn);

export interface Target {
  readonly segment: number;
  readonly pointInSegment?: Vec3 | undefined;
}

export interface ReactController {
  /** A push in world axes; starts to run again where that has ended. */
  readonly push: (push: Push) => void;
  /** A push seen from the person [N·s], where the settings aim at unless said otherwise. */
  readonly pushTo: (left: number, forward: number, at?: Place) => void;
  /** A ball as set, from where the settings say; at a target that was clicked, from where one looks. */
  readonly throwAt: (target: Target | undefined) => void;
  readonly volley: () => void;
  readonly hold: () => void; // what has not been thrown yet is not
  readonly heading: () => number;
  readonly seek: (time: number) => void; // [s]
  readonly restart: () => void;
  /** Goes on from the moment looked at; what came after it is forgotten. */
  readonly goOn: () => void;
  readonly openLibrary: (file: File | undefined) => void;
  readonly curves: (name: string) => Promise<Curves | undefined>;
  /** What has happened so far as a clip of its own, judged with its pushes known. */
  readonly keep: () => void;
  readonly stop: () => void;
}

/** `byLink`: the pushes of the settings are given again. */
export function createController(host: ModeHost, byLink: boolean): ReactController {
  const { store, session, player } = host;
  let performer: Performer | undefined;
  let take: Take | undefined;
  let library: { readonly file: File | undefined; readonly before: File | undefined } = NO_LIBRARY;
  let asked: ClipId | undefined; // the clip that is to react
  let onStage: ClipId | undefined;
  let settings = reactSettings(store.state());
  let turn = 0;
  let stopped = false;
  let replay = byLink ? settings.replay : []; // of the first take

  const result = (): ReactResult => reactResult(store.state());
  const set = (change: Partial<ReactResult>): void => {
    if (!stopped) store.dispatch({ type: 'result/set', mode: 'react', result: { ...result(), ...change } });
  };
  const recordings = createLiveRecordings<Run>(host, {
    mode: 'react',
    title: 'Reaction',
    runs: () => result().runs,
    setRuns: (runs) => set({ runs }),
    first: ({ hits }) => hits[0]?.time,
    props:
      ({ balls }) =>
      (first, frameCount) =>
        ballProps(balls, first, frameCount),
  });
  const entryAsked = (): LibraryEntry | undefined => store.state().library.find(({ id }) => id === asked);
  const failed = (error: unknown): void => {
    if (!(error instanceof Cancelled)) set({ status: 'failed', error: (error as Error).message });
  };
  const end = (): void => {
    take?.close();
    take = undefined;
  };

  /** A new take of whoever was prepared. */
  const go = async (): Promise<void> => {
    if (!performer || stopped) return;
    const mine = ++turn;
    const { body, clip, motion, library: responses } = performer;
    const figure = createFigure(body);
    const floor = floorOf(performer);
    settings = reactSettings(store.state());
    end();
    try {
      const start = settings.engine === 'simulated' ? await simulate(settings) : undefined;
      if (mine !== turn || stopped || !performer) return;
      const world = worldOf(performer, entryAsked(), library.file);
      const id = recordings.next(editsFor(store.state(), asked ?? '').body);
      const rows = replay.filter(([, , , , segment = 0]) => segment < body.mass.length);
      replay = [];
      const make = (tell: (news: News) => void) => {
        if (start) return createSimulated(lane, { start, figure, failed }, tell);
        const ground = () => result().ground;
        const animated = createAnimated({ body, clip, motion, library: responses, floor, figure, ground }, tell);
        set({ world: withPad(world, animated.responder) });
        if (animated.responder) warmUp(animated.responder, () => take?.id === id && mine === turn && !stopped);
        return animated;
      };
      const ended = (): void => {
        // who is animated stands again, and goes on in a new take
        if (mine === turn && !start && store.state().document.clip === id) void go();
      };
      set({ status: 'ready', error: undefined, shown: id, world });
      take = beginTake(host, { id, world, figure, settings, rows, recordings, result, set, failed, ended }, make);
    } catch (error) {
      if (mine === turn) failed(error);
    }
  };
  const simulate = ({ follows, mode, gains, stepping }: ReactSettings): Promise<Float64Array> => {
    set({ status: 'preparing', error: undefined });
    return host.run('Preparing the simulation', lane, (worker) => worker.simulate({ follows, mode, gains, stepping }));
  };

  const prepare = async (): Promise<void> => {
    const mine = ++turn;
    const entry = entryAsked();
    set({ status: 'preparing', error: undefined });
    host.showNote(undefined);
    try {
      const clip = entry && session.requestOnStage();
      const { body } = editsFor(store.state(), asked ?? '');
      const request = { clip, shown: entry?.clip, body, library: library.file };
      const found = await host.run('Preparing the character', lane, (worker, progress) =>
        worker.prepare(request, progress),
      );
      if (mine !== turn || stopped) return;
      library = { ...library, before: library.file };
      if (!found.performer) return cannot(entry, found.unfit);
      performer = found.performer;
      await go();
    } catch (error) {
      if (mine !== turn || stopped) return;
      const words = error instanceof Cancelled ? 'preparing was cancelled' : (error as Error).message;
      if (library.file === library.before || !performer) return cannot(entry, `cannot react: ${words}`);
      library = { ...library, file: library.before };
      set({ status: 'ready', error: words });
    }
  };

  /** The clip stays on stage, which says why nobody in it reacts, and who could instead. */
  const cannot = (entry: LibraryEntry | undefined, why: string): void => {
    end();
    performer = undefined;
    recordings.halt();
    const text = `“${entry?.name ?? 'Idle'}” ${why}.`;
    set({ status: 'unfit', error: text, world: undefined, ground: undefined, shown: undefined });
    const ways = waysOut(store.state().library, entry);
    host.showNote({ text, ways: ways.map(({ id, title }) => ({ title, run: () => void session.show(id) })) });
  };

  /** Follows settings, and clips that are put on stage. */
  const follow = (): void => {
    const state = store.state();
    const [before, now] = [settings, reactSettings(state)];
    settings = now;
    if (now !== before) {
      if (startsAnew(now) !== startsAnew(before)) void go();
      else take?.obey(now, before);
    }
    const entry = entryOnStage(state);
    const came = entry?.id !== onStage;
    onStage = entry?.id;
    const isOurs = recordings.isOurs(entry) && recordings.runOf(entry?.id) !== undefined;
    if (!entry?.clip || isOurs) return;
    if (entry.id !== asked) {
      asked = entry.id;
      void prepare();
    } else if (came && result().status === 'ready') void go(); // it was chosen again
  };

  const nowFrame = (): number => Math.round(player.playhead.time() / FRAME_TIME);
  const isShown = (): boolean => take !== undefined && store.state().document.clip === take.id;
  const goBack = async (frame: number): Promise<void> => {
    if (isShown()) await take?.goBack(frame).catch(failed);
  };
  /** The character that goes on, ready to be hit now. */
  const awake = async (): Promise<Take | undefined> => {
    if (result().status !== 'ready') return undefined;
    if (!take || !isShown() || (take.isOver() && !take.goesBack)) await go();
    const last = (take?.frameCount() ?? 1) - 1;
    // A simulation is taken up at the moment looked at; who is animated is hit now.
    if (!take?.goesBack) player.seek(last * FRAME_TIME);
    else if (take.isOver() || nowFrame() < last - BACK) await goBack(Math.min(nowFrame(), last));
    if (result().dot !== undefined) set({ dot: undefined });
    if (!store.state().view.playing) store.dispatch({ type: 'view/set', view: { playing: true } });
    return take;
  };
  const push = async (given: Push): Promise<void> => (await awake())?.push(given);
  const heading = (): number => take?.heading() ?? 0;

  store.dispatch({ type: 'result/set', mode: 'react', result: NO_RESULT });
  const unsubscribe = store.subscribe(follow);
  follow();
  // nobody is on stage yet: the library is unpacked meanwhile
  if (asked === undefined) lane.run((worker) => worker.warm()).catch(() => undefined);

  return {
    push: (given) => void push(given),
    pushTo: (left, forward, at = settings.at) => {
      if (!performer || Math.hypot(left, forward) < LEAST) return;
      void push({ impulse: toWorld(heading(), left, forward), segment: jointAt(performer.clip, at) });
    },
    throwAt: async (target) => {
      const { mass, speed, from, at } = settings;
      const viewer = host.viewer();
      const side = target ? 'camera' : from;
      const aim = target ?? { segment: performer ? jointAt(performer.clip, at) : 0 };
      (await awake())?.plan({ mass, speed, ...aim, from: () => fromSide(side, heading(), viewer) }, 0);
    },
    volley: async () => {
      const hit = await awake();
      if (!hit || !performer) return;
      const { mass, speed, seed } = settings;
      let wait = 0;
      for (const { wait: after, angle, at, strength } of planVolley(CROWD, seed)) {
        wait += after;
        const segment = jointAt(performer.clip, at);
        hit.plan({ mass, speed: strength * speed, segment, from: () => wayOf(heading(), angle) }, wait);
      }
    },
    hold: () => take?.hold(),
    heading,
    seek: player.seek,
    restart: () => void go(),
    goOn: () => void goBack(nowFrame()),
    openLibrary: (file) => {
      library = { ...library, file };
      void prepare();
    },
    curves: (name) => lane.run((worker) => worker.curves(name)),
    keep: recordings.keep,
    stop: () => {
      stopped = true;
      unsubscribe();
      end();
      if (lane.busy() || settings.engine === 'simulated') lane.end();
      recordings.stop(asked);
    },
  };
}

const NO_LIBRARY = { file: undefined, before: undefined } as const;
