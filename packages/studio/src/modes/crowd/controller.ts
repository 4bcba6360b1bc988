/** The crowd from the page's side: asks the worker for frames as time goes on, hands them to the picture, and counts. */
import type { Vec3 } from 'poise';
import { pushTrack } from 'poise/react';
import { editsFor } from '../../app/requests.ts';
import type { ClipId } from '../../state/types.ts';
import { Cancelled, createLane } from '../../worker/lane.ts';
import { spawnPart } from '../../worker/spawn.ts';
import type { LiveRun, ModeHost } from '../mode.ts';
import { dropRecording, freeId, numberOf } from '../shared/recording-id.ts';
import type { CrowdWorker, CrowdWorld, FrameNews } from './api.ts';
import { createBetween } from './between.ts';
import { type Command, FRAME_TIME } from './crowd.ts';
import { type Layout, layoutOf } from './frame.ts';
import { createLog } from './log.ts';
import { createSupply } from './supply.ts';
import { type CrowdResult, type CrowdSettings, crowdResult, crowdSettings, NO_RESULT } from './types.ts';

const spawn = (): Worker => spawnPart('crowd');
const TELL_EVERY = 12; // frames between two looks at the counters
export const VOLLEY = 24; // balls

/** What is to be drawn. */
export interface Picture {
  readonly numbers: Float32Array;
  readonly layout: Layout;
  readonly live: boolean; // it follows on the one before
}

export interface CrowdController {
  readonly world: () => CrowdWorld | undefined;
  readonly settings: () => CrowdSettings; // that the crowd began with
  /** What is to be drawn at a frame; the last known while it is fetched. */
  readonly pictureAt: (frame: number) => Picture | undefined;
  readonly volley: () => void;
  readonly throwAlong: (origin: Vec3, direction: Vec3) => void;
  readonly clear: () => void;
  /** From the start; `again`: with all that was thrown. */
  readonly restart: (again: boolean) => void;
  readonly stop: () => void;
}

const isOurs = (id: ClipId | undefined): boolean => id?.startsWith('crowd:') ?? false;

export function createController(host: ModeHost): CrowdController {
  const { store, player } = host;
  const lane = createLane<CrowdWorker>(spawn);
  const log = createLog();
  const between = createBetween();
  let world: CrowdWorld | undefined;
  let layout: Layout | undefined;
  let back: ClipId | undefined; // who was on stage before
  let settings: CrowdSettings = crowdSettings(store.state());
  let begun = settings; // the ones that the crowd began with
  let live: { readonly id: ClipId; readonly run: LiveRun } | undefined;
  let turn = 0; // counts starts: answers to an earlier one are dropped
  let stopped = false;
  let told = 0;

  const result = (): CrowdResult => crowdResult(store.state());
  const set = (next: Partial<CrowdResult>): void => {
    if (!stopped) store.dispatch({ type: 'result/set', mode: 'crowd', result: { ...result(), ...next } });
  };
  const fail = (error: unknown, mine: number): void => {
    if (mine !== turn || stopped) return;
    const words = error instanceof Cancelled ? 'Getting ready was cancelled.' : (error as Error).message;
    set({ status: 'failed', error: words });
  };
  const supply = createSupply(lane, log, {
    onPast: (frame) => set({ picture: frame }),
    onError: (error) => fail(error, turn),
  });

  /** Between the last two frames. */
  const numbersAt = (at: number, shown: FrameNews, rows: Layout): Float32Array => {
    const before = supply.before();
    const share = at - (shown.frame - 1);
    if (!before || share >= 1) return shown.numbers;
    return between.blend(before.numbers, shown.numbers, rows, share);
  };

  /** Between two frames of the past, once both have come. */
  const pastAt = (at: number, rows: Layout): Float32Array | undefined => {
    const first = Math.floor(at + 1e-6);
    const share = Math.max(0, at - first);
    const numbers = supply.past(first);
    if (share < 1e-3 || !supply.here(first)) return numbers;
    supply.past(first + 1);
    const after = supply.here(first + 1);
    return after && numbers ? between.blend(numbers, after, rows, share) : numbers;
  };

  /** The analysis of the one in the middle knows what hit them. */
  const know = (hits: FrameNews['hits'], frame: number): void => {
    if (!world || store.state().document.clip !== live?.id) return;
    const { body } = world;
    const known = hits.map((push) => pushTrack({ ...push, time: frame * FRAME_TIME, name: 'ball' }, body));
    const pushes = [...store.state().document.pushes, ...known];
    store.dispatch({ type: 'pushes/set', pushes, words: 'throw a ball' });
  };

  /** The next frame comes on stage. */
  const step = (q: Float64Array): 'more' | 'wait' | 'over' => {
    const next = supply.next();
    if (!next) return 'wait';
    q.set(next.lead);
    if (next.digest !== undefined) set({ digest: next.digest });
    if (next.hits.length > 0) know(next.hits, next.frame);
    if (next.frame - told >= TELL_EVERY || next.frame < told) {
      told = next.frame;
      set({ counts: next.counts, time: next.frame * FRAME_TIME });
    }
    return 'more';
  };

  const go = (first: FrameNews): void => {
    if (!world || stopped) return;
    const id = freeId(store.state(), 'crowd', live?.id);
    live?.run.stop();
    layout = layoutOf(begun.people, world.body.skeleton.names.length);
    supply.begin(first, layout.length);
    told = 0;
    set({ status: 'ready', error: undefined, counts: first.counts, time: 0, digest: first.digest ?? '' });
    const edits = { ...editsFor(store.state(), ''), values: {}, contacts: [], pushes: [], border: {} };
    store.dispatch({ type: 'edits/restore', id, edits });
    const run = host.goLive({
      id,
      name: `Crowd ${numberOf(id)}: the one in the middle`,
      template: world.clip,
      body: world.body,
      frameTime: FRAME_TIME,
      start: first.lead,
      step,
    });
    live = { id, run };
  };
  const start = async (again: boolean): Promise<void> => {
    const mine = ++turn;
    settings = crowdSettings(store.state());
    begun = again ? begun : settings;
    supply.halt();
    log.rewind(again);
    set({ digest: '', thrown: again && result().thrown });
    try {
      const first = await lane.run((worker) => worker.start(begun));
      if (mine === turn) go(first);
    } catch (error) {
      fail(error, mine);
    }
  };
  const prepare = async (): Promise<void> => {
    const mine = ++turn;
    set({ status: 'preparing', error: undefined });
    try {
      const found = await host.run('Preparing the crowd', lane, (worker, progress) => worker.prepare(progress));
      if (mine !== turn || stopped) return;
      world = found;
      await start(false);
    } catch (error) {
      fail(error, mine);
    }
  };

  /** Something is done to the crowd: it goes on from now. */
  const act = (command: Command): void => {
    if (!live || !world) return;
    log.add(command);
    if (command.kind === 'throw' || command.kind === 'volley') set({ thrown: true });
    if (store.state().document.clip !== live.id) return;
    player.seek((live.run.recording().frameCount - 1) * FRAME_TIME);
    if (!store.state().view.playing) store.dispatch({ type: 'view/set', view: { playing: true } });
  };

  const follow = (): void => {
    const state = store.state();
    const { clip } = state.document;
    if (clip !== undefined && !isOurs(clip)) back = clip;
    const now = crowdSettings(state);
    if (now === settings) return;
    const anew = now.people !== settings.people || now.seed !== settings.seed;
    settings = now;
    if (!world) return;
    if (anew) void start(false);
    else log.add({ kind: 'settings', settings: now });
  };

  store.dispatch({ type: 'result/set', mode: 'crowd', result: NO_RESULT });
  const unsubscribe = store.subscribe(follow);
  follow();
  void prepare();

  return {
    world: () => world,
    settings: () => begun,
    pictureAt(at) {
      // another clip was put on stage: nobody else is there then
      const shown = supply.shown();
      if (!shown || !layout || store.state().document.clip !== live?.id) return undefined;
      const now = at >= shown.frame - 1;
      const numbers = now ? numbersAt(at, shown, layout) : pastAt(at, layout);
      return numbers && { numbers, layout, live: now };
    },
    volley: () => act({ kind: 'volley', balls: VOLLEY }),
    throwAlong: (origin, direction) => act({ kind: 'throw', origin, direction }),
    clear: () => act({ kind: 'clear' }),
    // without a world getting ready has failed: another try
    restart: (again) => void (world ? start(again) : prepare()),
    stop: () => {
      stopped = true;
      supply.halt();
      unsubscribe();
      live?.run.stop();
      lane.end();
      store.dispatch({ type: 'result/set', mode: 'crowd', result: undefined });
      const other = store.state().library.find(({ id }) => !isOurs(id))?.id;
      if (live) void dropRecording(host, live.id, back ?? other);
    },
  };
}
