/** React: whoever is on stage answers pushes and balls, live, animated or simulated. */
import type { Arrival, ModeHost, StudioMode } from '../mode.ts';
import { modeLane } from '../mode.ts';
import { controlLater } from '../shared/load-later.tsx';
import { dragImpulse, impulseWords } from '../shared/push-drag.ts';
import { aim } from './aim.ts';
import type { ReactController } from './controller.ts';
import { ReactInspector } from './inspector.tsx';
import { describeRun, paintRun } from './lane.ts';
import { running } from './running.ts';
import { acceptsSettings, hitAt, REACT_SETTINGS, type Run, reactResult, reactSettings, runOnStage } from './types.ts';

const LEAST = 1; // [N·s] less is a click
const PLOTS = ['linear-momentum', 'angular-momentum'];

/** Drags on the body push where they took hold; a click throws a ball there. */
function takeDrags(host: ModeHost, controller: ReactController): void {
  host.onBodyDrag({
    begin: () => reactResult(host.store.state()).status === 'ready',
    move: (_, pull) => {
      const [x, z] = dragImpulse(pull);
      const heading = controller.heading();
      const [sine, cosine] = [Math.sin(heading), Math.cos(heading)];
      aim.set({ left: cosine * x - sine * z, forward: sine * x + cosine * z, heading });
      const mass = reactResult(host.store.state()).world?.body.totalMass ?? 70;
      return impulseWords(Math.hypot(x, z), mass);
    },
    end: ({ joint, pointInSegment }, pull) => {
      aim.set(undefined);
      const [x, z] = dragImpulse(pull);
      if (Math.hypot(x, z) >= LEAST) controller.push({ impulse: [x, 0, z], segment: joint, pointInSegment });
      else controller.throwAt({ segment: joint, pointInSegment });
    },
    cancel: () => aim.set(undefined),
  });
}

function start(host: ModeHost, arrival: Arrival): () => void {
  const { store } = host;
  const { plots, speed, follow } = store.state().view;
  const others = plots.filter((id) => !PLOTS.includes(id));
  store.dispatch({ type: 'view/set', view: { inspector: 'mode', follow: true, plots: [...PLOTS, ...others] } });
  const leave = controlLater(host, running, async () => {
    const { createController } = await import('./controller.ts');
    return () => {
      const controller = createController(host, arrival === 'link');
      takeDrags(host, controller);
      return controller;
    };
  });
  return () => {
    aim.set(undefined);
    leave();
    // what the user has added meanwhile stays
    const now = store.state().view.plots.filter((id) => !PLOTS.includes(id) || plots.includes(id));
    store.dispatch({ type: 'view/set', view: { plots: now, speed, follow } });
  };
}

export const reactMode: StudioMode = {
  id: 'react',
  title: 'React',
  hint: 'Push whoever is on stage, or throw balls, and see the reaction',
  key: 'R',
  settings: REACT_SETTINGS,
  accepts: acceptsSettings,
  Inspector: ReactInspector,
  scene: async () => (await import('./layers.ts')).reactLayers,
  lanes: [
    modeLane<Run | undefined>({
      id: 'react-run',
      label: 'Reactions',
      least: 18,
      most: 26,
      select: runOnStage,
      paint: paintRun,
      describe: describeRun,
      onClick: (frame, run) => {
        const time = frame * (run?.frameTime ?? 0);
        running.controller?.seek(hitAt(run, time)?.time ?? time);
      },
    }),
  ],
  start,
  share: (state) => {
    const run = runOnStage(state);
    return run && run.engine === 'animated' && run.replay.length > 0
      ? { settings: { ...reactSettings(state), replay: run.replay }, clip: run.clip }
      : undefined;
  },
};
