/** Who walks and what is thrown: runs the character live, and keeps what happened. */
import type { ForceTrack, Vec3 } from 'poise';
import { pushTrack } from 'poise/react';
import { editsFor } from '../../app/requests.ts';
import { entryOnStage } from '../../state/selectors.ts';
import type { ClipId, LibraryEntry } from '../../state/types.ts';
import type { ClipRequest } from '../../worker/api.ts';
import { Cancelled, createLane } from '../../worker/lane.ts';
import type { ModeHost } from '../mode.ts';
import { createLiveRecordings } from '../shared/live-recordings.ts';
import { GOES, otherTake } from '../shared/other-take.ts';
import { jointAt } from '../shared/places.ts';
import { numberOf } from '../shared/recording-id.ts';
import { fromSide, sideWords, wayOf } from './aim.ts';
import type { GaitWorker } from './api.ts';
import { ballProps } from './ball-props.ts';
import { change } from './change.ts';
import { createGaitCharacter, FRAME_TIME, type GaitCharacter, type GaitFrame } from './character.ts';
import { createFall, type Fall } from './fall.ts';
import { createThrowing, type Landed, type Throwing } from './throwing.ts';
import { type GaitResult, type GaitSettings, gaitResult, gaitSettings, NO_RESULT, type Run } from './types.ts';
import { planVolley } from './volley.ts';

const spawn = (): Worker => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
const STRIDES = 6; // of a built-in walk or run
const CROWD = 10; // balls of a volley
const NO_STEPS: GaitFrame = { records: [], prints: [] };

export interface Target {
  readonly segment: number;
  readonly pointInSegment?: Vec3 | undefined;
}

export interface GaitController {
  /** A ball as set; `way`: unit, over the floor, towards where it comes from, else as set. */
  readonly throwAt: (target: Target | undefined, way?: readonly [x: number, z: number]) => void;
  readonly volley: () => void;
  readonly hold: () => void; // what has not been thrown yet is not
  readonly restart: () => void;
  readonly keep: () => void;
  readonly seek: (time: number) => void; // [s]
  readonly stop: () => void;
}

/** What a motion rests on; a change makes it anew. */
const motionKey = ({ motion, walkSpeed, runSpeed }: GaitSettings): string =>
  motion === 'walk' ? `walk ${walkSpeed}` : motion === 'run' ? `run ${runSpeed}` : motion;

export function createController(host: ModeHost): GaitController {
  const { store, session, player } = host;
  const lane = createLane<GaitWorker>(spawn);
  let stageEntry: LibraryEntry | undefined; // the last clip on stage that was not made here
  let stageRequest: ClipRequest | undefined;
  let character: GaitCharacter | undefined;
  let throwing: Throwing | undefined;
  let settings: GaitSettings | undefined;
  let excuse: string | undefined; // why somebody else goes, told with the next one
  let turn = 0;
  let stopped = false;
  let falling = false; // the engine has it
  let fallen = false; // it lies

  const result = (): GaitResult => gaitResult(store.state());
  const set = (change: Partial<GaitResult>): void =>
    store.dispatch({ type: 'result/set', mode: 'gait', result: { ...result(), ...change } });
  const recordings = createLiveRecordings<Run>(host, {
    mode: 'gait',
    title: 'Hit',
    runs: () => result().runs,
    setRuns: (runs) => set({ runs }),
    first: ({ hits }) => hits[0]?.time,
    props:
      ({ balls }) =>
      (first, frameCount) =>
        ballProps(balls, first, frameCount),
  });
  const { isOurs, runOf, setRun } = recordings;
  let down: Fall | undefined; // who has lost balance

  /** Takes in a frame: what was thrown, hit, stepped and told. */
  const frame = (id: ClipId, number: number, { records, prints }: GaitFrame): void => {
    const { world } = result();
    const run = runOf(id);
    if (!character || !throwing || !world || !run) return;
    const { thrown, hits } = throwing.step(number, FRAME_TIME);
    for (const { push } of hits) (down ?? character).push(push);
    const time = number * FRAME_TIME;
    const { status, reason } = character.status();
    const steps = records.map((record) => ({ time, record }));
    const turned = run.turns.at(-1)?.status !== status;
    if (thrown.length + hits.length + steps.length + prints.length === 0 && !turned) return;
    setRun({
      ...run,
      balls: thrown.length > 0 ? [...run.balls, ...thrown] : run.balls,
      hits: hits.length > 0 ? [...run.hits, ...hits.map((hit) => told(hit, time))] : run.hits,
      steps: steps.length > 0 ? [...run.steps, ...steps] : run.steps,
      prints: prints.length > 0 ? [...run.prints, ...prints] : run.prints,
      turns: turned ? [...run.turns, { time, status, reason }] : run.turns,
    });
    if (hits.length > 0 && store.state().document.clip === id) {
      const known = hits.map(({ push }): ForceTrack => pushTrack({ ...push, time, name: 'ball' }, world.body));
      const pushes = [...store.state().document.pushes, ...known];
      store.dispatch({ type: 'pushes/set', pushes, words: 'throw a ball' });
    }
  };
  const told = ({ push, from }: Landed, time: number) => ({
    time,
    impulse: Math.hypot(...push.impulse),
    from: sideWords(character?.heading() ?? 0, from),
  });

  /** `first`: a character that was made already. */
  const go = (first?: GaitCharacter): void => {
    const { world } = result();
    if (!world || stopped) return;
    const id = recordings.next({});
    const mine = first ?? createGaitCharacter(world.body, world.clip);
    character = mine;
    throwing = createThrowing(mine, world.body);
    falling = false;
    fallen = false;
    down = undefined;
    settings = gaitSettings(store.state());
    mine.obey(settings);
    set({ shown: id });
    const start = { time: 0, status: 'undisturbed', reason: '' } as const;
    setRun({ id, frameTime: FRAME_TIME, hits: [], steps: [], turns: [start], balls: [], prints: [] });
    let number = 0;
    let known = false; // the first frame of the fall: it was taken in when the gait was given up
    const fall = (q: Float64Array): 'more' | 'over' => {
      fallen = !down?.step(q);
      if (fallen) return 'over';
      mine.lie(q);
      if (known) frame(id, ++number, NO_STEPS);
      known = true;
      return 'more';
    };
    recordings.play({
      id,
      name: `${mine.kind === 'run' ? 'Hits while running' : 'Hits while walking'} ${numberOf(id)}`,
      template: world.clip,
      body: world.body,
      from: world.from,
      frameTime: FRAME_TIME,
      start: mine.q.slice(),
      step: (q) => {
        if (fallen) return 'over';
        if (falling) return fall(q);
        try {
          const made = mine.step(++number);
          frame(id, number, made);
          if (mine.status().status !== 'fall') {
            q.set(mine.q);
            return 'more';
          }
          falling = true;
          throwing?.clear();
          down = createFall(world.body, mine.handOver());
          return fall(q);
        } catch (error) {
          // told once, and not sixty times a second
          fallen = true;
          set({ status: 'failed', error: `${(error as Error).message}.` });
          return 'over';
        }
      },
    });
  };

  const requestFor = (wanted: GaitSettings): ClipRequest | undefined => {
    if (wanted.motion === 'stage') return stageRequest;
    const speed = wanted.motion === 'walk' ? wanted.walkSpeed : wanted.runSpeed;
    const body = stageRequest?.kind === 'built-in' ? stageRequest.body : {};
    return { kind: 'built-in', motion: wanted.motion, values: { speed, strides: STRIDES }, body };
  };

  const prepare = async (): Promise<void> => {
    const mine = ++turn;
    settings = gaitSettings(store.state());
    const request = requestFor(settings) ?? requestFor({ ...settings, motion: 'walk' });
    if (!request) return;
    const ofStage = settings.motion === 'stage' ? stageEntry : undefined;
    const name = ofStage ? ofStage.name : settings.motion === 'run' ? 'Run' : 'Walk';
    set({ status: 'preparing', error: excuse });
    excuse = undefined;
    try {
      const body = ofStage ? editsFor(store.state(), ofStage.id).body : {};
      const found = await host.run(`Preparing ${name}`, lane, (worker) => worker.prepare(request, body));
      if (mine !== turn || stopped) return;
      const first = createGaitCharacter(found.body, found.clip);
      set({ status: 'ready', world: { ...found, name, kind: first.kind, from: ofStage?.id } });
      go(first);
    } catch (error) {
      if (mine !== turn || stopped) return;
      const words = error instanceof Cancelled ? 'preparing was cancelled' : (error as Error).message;
      const goesOn = result().world ? ' Keeping the previous one.' : '';
      set({ status: goesOn ? 'ready' : 'failed', error: `${name}: ${words}.${goesOn}` });
      if (goesOn || !ofStage) return;
      // nobody is there yet: somebody shall be
      const other = otherTake(store.state().library, ofStage, GOES);
      if (other) {
        excuse = `${name} does not go: ${other.name} does.`;
        return void session.show(other.id);
      }
      excuse = `${name}: ${words}. The built-in walk goes instead.`;
      change(store, { motion: 'walk' });
    }
  };

  /** A clip that is put on stage while the mode is on becomes the one that walks; the first one is only remembered. */
  const meetStage = (): void => {
    const entry = entryOnStage(store.state());
    if (!entry?.clip || isOurs(entry) || entry.id === stageEntry?.id) return;
    const first = stageEntry === undefined;
    stageEntry = entry;
    stageRequest = session.requestOnStage();
    set({ stage: { id: entry.id, name: entry.name } });
    if (first) {
      if (result().world) go();
    } else if (gaitSettings(store.state()).motion === 'stage') void prepare();
    else change(store, { motion: 'stage' });
  };

  /** Follows the settings, and which recording is looked at. */
  const follow = (): void => {
    meetStage();
    const state = store.state();
    const now = gaitSettings(state);
    const { clip } = state.document;
    if (clip !== gaitResult(state).shown && (clip === undefined || gaitResult(state).runs[clip])) set({ shown: clip });
    if (!settings || now === settings) return;
    const other = motionKey(now) !== motionKey(settings);
    settings = now;
    character?.obey(now);
    if (other) void prepare();
  };

  const awake = (): boolean => {
    if (!result().world) return false;
    if (falling || store.state().document.clip !== recordings.live()?.id) go();
    // Looking back ends with a throw: it happens now.
    player.seek(((recordings.recording()?.frameCount ?? 1) - 1) * FRAME_TIME);
    if (!store.state().view.playing) store.dispatch({ type: 'view/set', view: { playing: true } });
    return true;
  };
  const plan = (target: Target, strength: number, wait: number, from: () => readonly [number, number]): void => {
    const { mass, speed } = gaitSettings(store.state());
    throwing?.plan({ mass, speed: strength * speed, ...target, from }, wait);
  };

  store.dispatch({ type: 'result/set', mode: 'gait', result: NO_RESULT });
  meetStage();
  // Whoever comes with a file of their own wants to see that one hit.
  if (stageEntry?.origin.kind === 'file') change(store, { motion: 'stage' });
  const unsubscribe = store.subscribe(follow);
  void prepare();

  return {
    throwAt: (target, way) => {
      const { world } = result();
      if (!world || !awake()) return;
      const { at, from } = gaitSettings(store.state());
      const heading = (): number => character?.heading() ?? 0;
      const segment = target ?? { segment: jointAt(world.clip, at) };
      const viewer = host.viewer();
      plan(segment, 1, 0, () => way ?? fromSide(from, heading(), viewer));
    },
    volley: () => {
      const { world } = result();
      if (!world || !awake()) return;
      let wait = 0;
      for (const one of planVolley(CROWD, gaitSettings(store.state()).seed)) {
        wait += one.wait;
        const from = (): readonly [number, number] => wayOf(character?.heading() ?? 0, one.angle);
        plan({ segment: jointAt(world.clip, one.at) }, one.strength, wait, from);
      }
    },
    hold: () => throwing?.clear(),
    restart: () => go(),
    keep: recordings.keep,
    seek: player.seek,
    stop: () => {
      stopped = true;
      unsubscribe();
      lane.end();
      recordings.stop(stageEntry?.id);
    },
  };
}
