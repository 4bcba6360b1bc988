/**
 * Keeps the result in step with the clip on stage and the settings: a change ends the solve that runs and starts another.
 * Solving cannot be interrupted but by ending its worker, so a second one waits, loaded, to take over at once.
 */
import * as comlink from 'comlink';
import { timeLeft } from '../../app/making/queue.ts';
import { editsFor, judgeOptions } from '../../app/requests.ts';
import { analysisOnStage, bodyOnStage, clipOnStage, entryOnStage } from '../../state/selectors.ts';
import type { ClipId, StudioState } from '../../state/types.ts';
import type { ClipRequest } from '../../worker/api.ts';
import { Cancelled, createLane, type Lane } from '../../worker/lane.ts';
import { spawnPart } from '../../worker/spawn.ts';
import type { ModeHost } from '../mode.ts';
import type { MendRequest, MendWorker } from './api.ts';
import { companionFor } from './companion.ts';
import {
  MEND_SETTINGS,
  type MendResult,
  type MendSettings,
  mendResult,
  mendSettings,
  type Solved,
  windowKey,
} from './types.ts';

const LONG = 300; // frames of a clip of which a coarse result is shown first
const TELL_EVERY = 500; // [ms]
const HALF = 0.5; // of the picture: where a wipe begins
const SETTLE = 120; // [ms] a slider waits for its next value before a solve begins

const spawn = (): Worker => spawnPart('mend');

export interface MendController {
  /** Solves again after the user stopped it. */
  readonly again: () => void;
  /** Puts the result on stage in place of the clip, which stays in the library. */
  readonly apply: () => boolean;
  readonly stop: () => void;
}

/** What a solve rests on, compared by reference. The look of the comparison is not part of it. */
const groundsOf = (state: StudioState): readonly unknown[] => {
  const { margin, sole, extension, zmp, end, stiffness, bar, stages, rejected, strength, range, force } =
    mendSettings(state);
  const { body, contacts, pushes, modes } = state.document;
  const numbers = [margin, sole, extension, zmp, end, stiffness, bar, stages, rejected, strength, range, force];
  return [clipOnStage(state), isFine(state), body, contacts, pushes, modes['analyse'], ...numbers];
};

export function createController(host: ModeHost): MendController {
  const { store, session } = host;
  const lanes: [Lane<MendWorker>, Lane<MendWorker>] = [createLane<MendWorker>(spawn), createLane<MendWorker>(spawn)];
  let grounds: readonly unknown[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wiped = false;
  let turn = 0; // counts solves: only the last one's answer counts

  const set = (change: Partial<MendResult> & Pick<MendResult, 'source' | 'status'>): void => {
    const before = mendResult(store.state());
    const { error: _, left: __, ...kept } = before ?? { solved: undefined };
    store.dispatch({ type: 'result/set', mode: 'mend', result: { ...kept, ...change } });
  };

  const warm = (request: ClipRequest): void => {
    lanes[1].run((worker) => worker.warm(request)).catch(() => undefined); // the solve itself will say what is wrong
  };

  const solve = async (): Promise<void> => {
    const state = store.state();
    const entry = entryOnStage(state);
    const source = clipOnStage(state);
    const request = session.requestOnStage();
    if (!entry || !source || !request) return;
    const mine = ++turn;
    const busy = lanes[0].busy();
    if (busy) {
      lanes[0].end();
      lanes.reverse();
    }
    set({ source, status: 'solving' });
    const settings = mendSettings(state);
    const asked: MendRequest = {
      clip: request,
      judge: judgeOptions(state, state.document),
      settings,
      rejected: rejectedStarts(settings, entry.id),
      loop: isLoop(state),
      coarse: false,
      fine: isFine(state),
    };
    const isFirst = mendResult(state)?.solved === undefined;
    const began = performance.now();
    let told = began;
    const tell = (done: number): void => {
      const now = performance.now();
      if (mine !== turn || now - told < TELL_EVERY) return;
      told = now;
      set({ source, status: 'solving', left: timeLeft(now - began, done, 1) });
    };
    try {
      const answer = host.run<MendWorker, Solved>(`Mending ${entry.name}`, lanes[0], async (worker, progress) => {
        if (isFirst && !asked.fine && source.frameCount > LONG) {
          const rough = await worker.solve({ ...asked, coarse: true }, comlink.proxy(noProgress));
          if (mine === turn) set({ source, status: 'solving', solved: rough });
        }
        const onProgress = (done: number): void => {
          void progress(done);
          tell(done);
        };
        return await worker.solve(asked, comlink.proxy(onProgress));
      });
      if (busy) warm(request);
      const solved = await answer;
      if (mine === turn) set({ source, status: 'done', solved });
    } catch (error) {
      if (mine !== turn) return;
      const cancelled = error instanceof Cancelled;
      set({ source, status: cancelled ? 'stopped' : 'failed', ...(!cancelled && { error: (error as Error).message }) });
    }
  };

  /** Shows the result beside the clip and solves anew where something has changed. */
  const sync = (): void => {
    const state = store.state();
    const source = clipOnStage(state);
    const solved = mendResult(state)?.solved;
    const { compare } = mendSettings(state);
    host.showCompanion(companionFor(compare, solved, bodyOnStage(state)));
    if ((compare === 'wipe') !== wiped) host.setWipe(compare === 'wipe' ? HALF : undefined);
    wiped = compare === 'wipe';
    const now = groundsOf(state);
    if (now.every((ground, i) => ground === grounds[i])) return;
    grounds = now;
    clearTimeout(timer);
    if (source?.roles.status !== 'humanoid') return;
    // the verdict first: a clip that is fine is left alone
    if (!solved && state.analysis.status === 'running' && !analysisOnStage(state)?.verdict) {
      grounds = [];
      return;
    }
    if (solved) set({ source, status: 'solving' });
    timer = setTimeout(() => void solve(), solved ? SETTLE : 0);
  };

  const unsubscribe = store.subscribe(sync);
  sync();
  const waiting = session.requestOnStage();
  if (waiting) warm(waiting);

  return {
    again: () => void solve(),
    apply: () => apply(host),
    stop: () => {
      unsubscribe();
      clearTimeout(timer);
      turn++;
      for (const lane of lanes) lane.end();
      store.dispatch({ type: 'result/set', mode: 'mend', result: undefined });
    },
  };
}

/** Judged fine, and nothing was asked for. */
const isFine = (state: StudioState): boolean => {
  const settings = mendSettings(state);
  const isUsual = WISHES.every((key) => JSON.stringify(settings[key]) === JSON.stringify(MEND_SETTINGS[key]));
  return isUsual && analysisOnStage(state)?.verdict?.status === 'good';
};
const WISHES = ['margin', 'sole', 'zmp', 'end', 'stiffness', 'bar', 'stages', 'force'] as const;
const noProgress = (): void => undefined;

const isLoop = (state: StudioState): boolean => {
  const origin = entryOnStage(state)?.origin;
  return (
    origin?.kind === 'built-in' && (state.catalogue?.motions.find(({ id }) => id === origin.motion)?.loops ?? false)
  );
};

function apply({ store, session, player }: ModeHost): boolean {
  const state = store.state();
  const entry = entryOnStage(state);
  const result = mendResult(state);
  if (!entry || !result?.solved || result.status !== 'done') return false;
  const { clip, judgement } = result.solved;
  const id = `mend:${entry.id}`;
  const { body, contacts, pushes } = editsFor(state, entry.id);
  // The same person on the same floor: what was set for them goes along.
  if (Object.keys(body).length + contacts.length + pushes.length > 0) {
    const edits = { values: {}, body, contacts, pushes, border: {} };
    store.dispatch({ type: 'edits/restore', id, edits });
  }
  store.dispatch({ type: 'view/set', view: { mode: 'analyse', inspector: 'report' } });
  const name = entry.name.replace(/(?:, mended)?$/, ', mended');
  const time = player.playhead.time();
  session.take({ id, name, mode: 'mend', from: entry.id, clip, judgement });
  player.seek(time); // the same moment of the mended motion
  return true;
}

/** Changes settings of the mode; one drag of a slider is one step of undo. */
export const change = (host: Pick<ModeHost, 'store'>, settings: Partial<MendSettings>): void =>
  host.store.dispatch({
    type: 'mode/settings',
    mode: 'mend',
    settings: { ...mendSettings(host.store.state()), ...settings },
  });

/** A window is taken or left. */
export function toggleWindow(host: Pick<ModeHost, 'store'>, start: number): void {
  const state = host.store.state();
  const { rejected } = mendSettings(state);
  const key = windowKey(state.document.clip, start);
  change(host, { rejected: rejected.includes(key) ? rejected.filter((other) => other !== key) : [...rejected, key] });
}

/** First frames of the windows of a clip that are left as they were. */
const rejectedStarts = ({ rejected }: MendSettings, clip: ClipId): readonly number[] => {
  const mine = windowKey(clip, 0).slice(0, -1);
  return rejected.filter((key) => key.startsWith(mine)).map((key) => Number(key.slice(mine.length)));
};
