/** Push: a standing character answers pushes from a library of responses, live. */
import type { Arrival, ModeHost, StudioMode } from '../mode.ts';
import { modeLane } from '../mode.ts';
import { dragImpulse, impulseWords } from '../shared/push-drag.ts';
import { aim } from './aim.ts';
import { createController, type PushController } from './controller.ts';
import { PushInspector } from './inspector.tsx';
import { describeRun, indexAt, paintRun, runData } from './lane.ts';
import { running } from './running.ts';
import { acceptsSettings, PUSH_SETTINGS, pushResult, pushSettings, type Run, runOnStage } from './types.ts';

const LEAST = 1; // [N·s] a click on the body is no push
const PLOTS = ['linear-momentum', 'angular-momentum'];

/** Drags on the body push where they took hold. */
function takeDrags(host: ModeHost, controller: PushController): void {
  host.onBodyDrag({
    begin: () => pushResult(host.store.state()).status === 'ready',
    move: (_, pull) => {
      const [x, z] = dragImpulse(pull);
      const heading = controller.heading();
      const [sine, cosine] = [Math.sin(heading), Math.cos(heading)];
      aim.set({ left: cosine * x - sine * z, forward: sine * x + cosine * z, heading });
      const mass = pushResult(host.store.state()).world?.body.totalMass ?? 70;
      return impulseWords(Math.hypot(x, z), mass);
    },
    end: ({ joint, pointInSegment }, pull) => {
      aim.set(undefined);
      const [x, z] = dragImpulse(pull);
      if (Math.hypot(x, z) >= LEAST) controller.push({ impulse: [x, 0, z], segment: joint, pointInSegment });
    },
    cancel: () => aim.set(undefined),
  });
}

function start(host: ModeHost, arrival: Arrival): () => void {
  const { store } = host;
  const { plots } = store.state().view;
  const others = plots.filter((id) => !PLOTS.includes(id));
  store.dispatch({ type: 'view/set', view: { inspector: 'mode', plots: [...PLOTS, ...others] } });
  const controller = createController(host, arrival === 'link');
  running.controller = controller;
  takeDrags(host, controller);
  return () => {
    aim.set(undefined);
    controller.stop();
    running.controller = undefined;
    // what the user has added meanwhile stays
    const now = store.state().view.plots.filter((id) => !PLOTS.includes(id) || plots.includes(id));
    store.dispatch({ type: 'view/set', view: { plots: now } });
  };
}

export const pushMode: StudioMode = {
  id: 'push',
  title: 'Push',
  hint: 'Push a standing character, as often and as hard as you like',
  key: 'P',
  settings: PUSH_SETTINGS,
  accepts: acceptsSettings,
  Inspector: PushInspector,
  scene: async () => (await import('./layers.ts')).pushLayers,
  lanes: [
    modeLane<Run | undefined>({
      id: 'push-answers',
      label: 'Answers',
      least: 18,
      most: 26,
      select: runData,
      paint: paintRun,
      describe: describeRun,
      onClick: (frame, run) => {
        const given = run?.answers[run ? indexAt(run, frame) : -1];
        running.controller?.seek(given ? given.time : frame * (run?.frameTime ?? 0));
      },
    }),
  ],
  start,
  share: (state) => {
    const run = runOnStage(state);
    return run && run.replay.length > 0
      ? { settings: { ...pushSettings(state), replay: run.replay }, clip: run.clip }
      : undefined;
  },
};
