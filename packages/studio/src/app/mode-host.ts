/** What a mode is handed: the stage beyond the store, and jobs. Everything put up is taken down when the mode is left. */
import * as comlink from 'comlink';
import { modeNamed } from '../modes/index.ts';
import type { BodyDrag, LiveRun, LiveSource, ModeHost, StageNote, StageRay } from '../modes/mode.ts';
import type { Companion } from '../scene/contract.ts';
import type { Store } from '../state/store.ts';
import type { CameraShot } from '../state/types.ts';
import { type LiveStage, startLive } from './live.ts';
import type { Making } from './making/making.ts';
import type { Player } from './player.ts';
import type { Session } from './session.ts';

/** What modes have put on stage. Immutable; a new one for every change. */
export interface HostStage {
  readonly companion: Companion | undefined;
  readonly drag: BodyDrag | undefined;
  readonly click: ((ray: StageRay) => void) | undefined;
  readonly note: StageNote | undefined;
  readonly wipe: number | undefined;
  readonly live: LiveStage | undefined;
}

export interface StudioHost extends ModeHost {
  readonly stage: () => HostStage;
  readonly subscribe: (listener: () => void) => () => void;
  /** The viewport is there: modes may start. */
  readonly ready: () => void;
}

const EMPTY: HostStage = {
  companion: undefined,
  drag: undefined,
  click: undefined,
  note: undefined,
  wipe: undefined,
  live: undefined,
};

/** `shot`: from where the stage is seen now. */
export function createHost(
  store: Store,
  player: Player,
  session: Session,
  making: Making,
  shot: () => CameraShot | undefined,
): StudioHost {
  const listeners = new Set<() => void>();
  let stage = EMPTY;
  let started: string | undefined; // id of the mode that runs
  let leave: (() => void) | undefined;
  const set = (change: Partial<HostStage>): void => {
    stage = { ...stage, ...change };
    for (const listener of [...listeners]) listener();
  };

  const host: StudioHost = {
    store,
    session,
    player,
    stage: () => stage,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    showCompanion: (companion) => set({ companion }),
    onBodyDrag: (drag) => set({ drag }),
    onClick: (click) => set({ click }),
    setWipe: (wipe) => set({ wipe }),
    showNote: (note) => set({ note }),
    playOn: (motion, character) => void making.playOn(motion, character),
    viewer: () => {
      const theta = shot()?.theta ?? 0;
      return [Math.sin(theta), Math.cos(theta)];
    },
    goLive: (source: LiveSource): LiveRun => {
      stage.live?.stop();
      const live = startLive(source, store.state().view.mode, store, player, session);
      set({ live });
      return live;
    },
    run: (label, lane, task) =>
      session.follow(label, (progress) => ({
        done: lane.run((worker) => task(worker, comlink.proxy(progress))),
        cancel: lane.end,
      })),
    ready: () => {
      enter();
      store.subscribe(enter);
    },
  };

  /** Leaves the mode before and enters the one that is on, with its layers. */
  const enter = (): void => {
    const { mode: id, overlays } = store.state().view;
    if (id === started) return;
    const first = started === undefined;
    started = id;
    leave?.();
    stage.live?.stop();
    if (!first) set(EMPTY);
    const mode = modeNamed(id);
    const off = (mode.layers ?? []).filter((layer) => !overlays[layer]);
    for (const layer of off) store.dispatch({ type: 'view/overlay', id: layer, on: true });
    leave = mode.start?.(host, first ? 'link' : 'switch') ?? undefined;
  };
  return host;
}
