/** How hard the person on stage can be pushed: asked of a worker of its own while the overlay is on. */
import * as comlink from 'comlink';
import type { Clip } from 'poise';
import { useEffect, useRef, useState } from 'react';
import { PUSH_LIMITS } from '../scene/rose.ts';
import { bodyOnStage, clipOnStage, entryOnStage, isGrowing } from '../state/selectors.ts';
import type { BodySettings, StudioState } from '../state/types.ts';
import { useStudio } from '../state/use-studio.ts';
import { Cancelled, createLane, type Lane } from '../worker/lane.ts';
import type { PushLimits } from '../worker/limits-api.ts';
import type { MakeWorker } from '../worker/make-api.ts';
import { spawnMaker } from './making/making.ts';
import { useApp } from './studio-context.ts';

interface Found {
  readonly clip: Clip;
  readonly body: BodySettings;
  readonly limits: PushLimits;
}

export const showsPushLimits = ({ view }: StudioState): boolean =>
  view.mode === 'analyse' && view.overlays[PUSH_LIMITS] === true;

/** A person who is analysed, and whose clip does not grow any more. */
const canBePushed = (state: StudioState): boolean => bodyOnStage(state) !== undefined && !isGrowing(state);

/** The limits of the clip on stage, once they are known. Cancelling the search switches the overlay off. */
export function usePushLimits(): PushLimits | undefined {
  const { session, store } = useApp();
  const shown = useStudio((state) => showsPushLimits(state) && canBePushed(state));
  const clip = useStudio(clipOnStage);
  const body = useStudio((state) => state.document.body);
  const lane = useRef<Lane<MakeWorker>>(undefined);
  const [found, setFound] = useState<Found>();
  const limits = found && found.clip === clip && found.body === body ? found.limits : undefined;
  const wanted = shown && limits === undefined;
  useEffect(() => {
    const request = wanted ? session.requestOnStage() : undefined;
    if (!clip || !request) return undefined;
    lane.current ??= createLane<MakeWorker>(spawnMaker);
    const { run, end } = lane.current;
    let left = false;
    const name = entryOnStage(store.state())?.name ?? 'the clip';
    session
      .follow(`Trying pushes on ${name}`, (progress) => ({
        done: run((worker) => worker.limits(request, body, comlink.proxy(progress))),
        cancel: end,
      }))
      .then((answer) => {
        if (!left) setFound({ clip, body, limits: answer });
      })
      .catch((error: Error) => {
        if (left) return;
        store.dispatch({ type: 'view/overlay', id: PUSH_LIMITS, on: false });
        if (!(error instanceof Cancelled)) store.dispatch({ type: 'notice/add', kind: 'error', text: error.message });
      });
    return () => {
      left = true;
      end();
    };
  }, [wanted, clip, body, session, store]);
  return shown ? limits : undefined;
}
