/**
 * Who is pushed and what happens: prepares the library in a worker, runs the character live, and keeps what happened. A clip
 * that is put on stage while the mode is on becomes the one that stands, if it does.
 */
import type { Push, ResponseLibrary } from 'poise';
import { type BalancerEvent, polarPad, pushTrack } from 'poise/react';
import { editsFor } from '../../app/requests.ts';
import { entryOnStage } from '../../state/selectors.ts';
import type { ClipId, LibraryEntry } from '../../state/types.ts';
import { Cancelled, createLane } from '../../worker/lane.ts';
import type { ModeHost } from '../mode.ts';
import { toWorld } from '../shared/heading.ts';
import { createLiveRecordings } from '../shared/live-recordings.ts';
import { otherTake, STANDS } from '../shared/other-take.ts';
import { jointAt, type Place } from '../shared/places.ts';
import { numberOf } from '../shared/recording-id.ts';
import type { Curves, Prepared, PushWorker } from './api.ts';
import { type Character, createCharacter, FRAME_TIME } from './character.ts';
import { groundFor, sameGround } from './ground.ts';
import { answeredPush } from './record.ts';
import { pushesAt, type ReplayRow, replayRow, tellable, withRow } from './replay.ts';
import { NO_RESULT, type PushResult, type PushSettings, pushResult, pushSettings, type Run } from './types.ts';
import { warmUp } from './warm-up.ts';

const spawn = (): Worker => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });

const STANDS_FOR = 0.4; // [s] after getting up from a fall, until it begins anew

/** Kept when the mode is left: the library is unpacked once. */
const lane = createLane<PushWorker>(spawn);

export interface PushController {
  /** A push in world axes; starts to run again where that has ended. */
  readonly push: (push: Push) => void;
  /** A push seen from the person [N·s], where the settings aim at unless said otherwise. */
  readonly pushTo: (left: number, forward: number, at?: Place) => void;
  readonly heading: () => number;
  readonly seek: (time: number) => void; // [s]
  readonly restart: () => void;
  readonly openLibrary: (file: File | undefined) => void;
  readonly curves: (name: string) => Promise<Curves | undefined>;
  /** What has happened so far as a clip of its own, judged with its pushes known. */
  readonly keep: () => void;
  readonly stop: () => void;
}

/** `byLink`: the pushes of the settings are given again. */
export function createController(host: ModeHost, byLink: boolean): PushController {
  const { store, session, player } = host;
  let prepared: Prepared | undefined;
  let character: Character | undefined;
  let library: File | undefined;
  let known: File | undefined; // the last library that could be read
  let asked: ClipId | undefined; // the clip that is to stand
  let settings: PushSettings | undefined;
  let turn = 0;
  let stopped = false;
  let replay: readonly ReplayRow[] = byLink ? pushSettings(store.state()).replay : []; // of the first take

  const set = (change: Partial<PushResult>): void =>
    store.dispatch({ type: 'result/set', mode: 'push', result: { ...pushResult(store.state()), ...change } });
  const recordings = createLiveRecordings<Run>(host, {
    mode: 'push',
    title: 'Push response',
    runs: () => pushResult(store.state()).runs,
    setRuns: (runs) => set({ runs }),
    first: ({ answers }) => answers[0]?.time,
  });
  const { isOurs, runOf, setRun } = recordings;

  /** Another ground is laid below where the character stands now. */
  const obey = (anew = false): void => {
    const before = settings;
    settings = pushSettings(store.state());
    if (!character) return;
    const kept = !anew && before && sameGround(before, settings) ? pushResult(store.state()).ground : undefined;
    const ground = kept ?? groundFor(character.stand(), settings);
    character.obey(settings, ground);
    if (ground !== kept) set({ ground });
  };

  const happened = (id: ClipId, events: readonly BalancerEvent[]): void => {
    const run = runOf(id);
    if (!run || !character) return;
    const { answer } = character.responder;
    const { answers, marks, tracks } = events.reduce((all, event) => answeredPush(all, event, answer), {
      answers: run.answers,
      marks: run.marks,
      tracks: [] as readonly Push[],
    });
    setRun({ ...run, answers, marks });
    if (tracks.length === 0 || store.state().document.clip !== id) return;
    const at = character.responder.time - FRAME_TIME;
    const known = tracks.map((push) => pushTrack({ ...push, time: at }, prepared!.body));
    const { pushes } = store.state().document;
    store.dispatch({ type: 'pushes/set', pushes: [...pushes, ...known], words: 'push' });
  };

  const go = (): void => {
    if (!prepared || stopped) return;
    const { clip: idle, body, own, library: responses } = prepared;
    const id = recordings.next(editsFor(store.state(), asked ?? '').body);
    character = createCharacter(body, idle, responses);
    const mine = character;
    warmUp(mine.responder, () => character === mine && !stopped);
    const rows = replay.filter(([, , , , segment = 0]) => segment < body.mass.length);
    replay = [];
    setRun({ id, frameTime: FRAME_TIME, replay: rows, clip: asked, answers: [], marks: [], frames: mine.frames });
    obey(true);
    recordings.play({
      id,
      name: `Pushes ${numberOf(id)}`,
      template: idle,
      body,
      from: own ? asked : undefined,
      frameTime: FRAME_TIME,
      start: mine.responder.q,
      step: (q) => {
        try {
          if (!mine.fell()) for (const given of pushesAt(rows, mine.frames.count())) mine.responder.push(given);
          const events = mine.step(q);
          if (events.length > 0) happened(id, events);
          if (mine.upFor() < STANDS_FOR) return 'more';
          // once this recording has ended
          queueMicrotask(() => character === mine && store.state().document.clip === id && go());
          return 'over';
        } catch (error) {
          // told once, and not sixty times a second
          set({ status: 'failed', error: (error as Error).message });
          return 'over';
        }
      },
    });
  };

  const prepare = async (): Promise<void> => {
    const mine = ++turn;
    const state = store.state();
    const entry = state.library.find((one) => one.id === asked);
    set({ status: 'preparing', error: undefined });
    try {
      const theirs = entry && !isOurs(entry) ? entry : undefined;
      const clip = theirs && session.requestOnStage();
      const request = { clip, shown: theirs?.clip, body: editsFor(state, asked ?? '').body, library };
      const found = await host.run('Preparing the responses', lane, (worker, progress) =>
        worker.prepare(request, progress),
      );
      if (mine !== turn || stopped) return;
      const standing = theirs && !found.own ? otherTake(store.state().library, theirs, STANDS) : undefined;
      if (standing) return void session.show(standing.id);
      prepared = found;
      known = library;
      go();
      if (character) set({ status: 'ready', world: worldOf(found, entry, library, character) });
    } catch (error) {
      if (mine !== turn || stopped) return;
      const words = error instanceof Cancelled ? 'Preparing was cancelled.' : (error as Error).message;
      library = known;
      set({ status: prepared ? 'ready' : 'failed', error: words });
    }
  };

  /** Follows settings, and clips that are put on stage. */
  const follow = (): void => {
    const state = store.state();
    if (pushSettings(state) !== settings) obey();
    const entry = entryOnStage(state);
    if (!entry?.clip || entry.id === recordings.live()?.id || entry.id === asked) return;
    if (isOurs(entry) && runOf(entry.id)) return; // an earlier recording is looked at
    asked = entry.id;
    void prepare();
  };

  const push = (given: Push): void => {
    if (!character || !prepared) return;
    if (store.state().document.clip !== recordings.live()?.id || character.fell()) go();
    const end = character.frames.count() * FRAME_TIME;
    // Looking back ends with a push: it happens now.
    player.seek(end);
    const told = tellable(given);
    const run = runOf(recordings.live()?.id);
    if (run) setRun({ ...run, replay: withRow(run.replay, replayRow(character.frames.count(), told)) });
    character.responder.push(told);
    if (pushResult(store.state()).dot !== undefined) set({ dot: undefined });
    if (!store.state().view.playing) store.dispatch({ type: 'view/set', view: { playing: true } });
  };

  const unsubscribe = store.subscribe(follow);
  store.dispatch({ type: 'result/set', mode: 'push', result: NO_RESULT });
  follow();
  if (asked === undefined && turn === 0) void prepare();

  return {
    push,
    pushTo: (left, forward, at = pushSettings(store.state()).at) => {
      if (!character || !prepared) return;
      const segment = jointAt(prepared.clip, at);
      push({ impulse: toWorld(character.heading(), left, forward), segment });
    },
    heading: () => character?.heading() ?? 0,
    seek: player.seek,
    restart: go,
    openLibrary: (file) => {
      library = file;
      void prepare();
    },
    curves: (name) => lane.run((worker) => worker.curves(name)),
    keep: recordings.keep,
    stop: () => {
      stopped = true;
      unsubscribe();
      if (lane.busy()) lane.end();
      recordings.stop(asked);
    },
  };
}

function worldOf(
  { body, clip: idle, own, note, library }: Prepared,
  entry: LibraryEntry | undefined,
  file: File | undefined,
  { responder }: Character,
): PushResult['world'] {
  const words = note && entry ? `${note} in “${entry.name}”; using the built-in idle.` : undefined;
  return {
    body,
    idle,
    idleName: own && entry ? entry.name : 'Idle, built in',
    note: words,
    library: libraryInfo(library, file),
    pad: polarPad(responder),
  };
}

const libraryInfo = ({ name, body, responses }: ResponseLibrary, file: File | undefined) => ({
  name: file?.name ?? name,
  body: body.replace(/\d+\.\d+/g, (number) => String(Number(Number(number).toPrecision(3)))),
  count: responses.length,
  file: file !== undefined,
});
