/** Crowd: a hundred people stand, walk and run, and take balls and each other's pushes. */
import type { CameraShot } from '../../state/types.ts';
import type { Arrival, ModeHost, StudioMode } from '../mode.ts';
import { tellOwnPeople } from '../shared/own-people.ts';
import { frameClipsOf } from '../shared/own-shot.ts';
import { createController } from './controller.ts';
import { CrowdInspector } from './inspector.tsx';
import { running } from './running.ts';
import { acceptsSettings, CROWD_SETTINGS } from './types.ts';

/** From above the heads, with most of them in the picture. */
const SHOT: CameraShot = { target: [0, 0.6, 0], theta: 0.32, phi: 1.16, span: 9.6, lens: 32 };

function start(host: ModeHost, arrival: Arrival): () => void {
  const { store } = host;
  const { speed, follow, shot, panels } = store.state().view;
  store.dispatch({ type: 'view/set', view: { inspector: 'mode', follow: false } });
  store.dispatch({ type: 'view/panel', panel: 'plots', open: false });
  const controller = createController(host);
  running.controller = controller;
  host.onClick(({ origin, direction }) => controller.throwAlong(origin, direction));
  const unsubscribe = frameClipsOf('crowd', store, () => (arrival === 'link' && shot) || SHOT);
  const hush = tellOwnPeople(host, {
    words: 'Crowd shows a hundred people of its own.',
    again: 'Show the crowd',
    onAgain: () => controller.restart(false),
    made: () => undefined,
  });
  return () => {
    hush();
    unsubscribe();
    controller.stop();
    running.controller = undefined;
    store.dispatch({ type: 'view/set', view: { speed, follow, shot: undefined } });
    store.dispatch({ type: 'view/panel', panel: 'plots', open: panels.plots.open });
  };
}

export const crowdMode: StudioMode = {
  id: 'crowd',
  title: 'Crowd',
  hint: 'A hundred people who take balls and push each other',
  key: 'C',
  settings: CROWD_SETTINGS,
  fillsStage: true,
  accepts: acceptsSettings,
  Inspector: CrowdInspector,
  scene: async () => (await import('./layers.ts')).crowdLayers,
  start,
};
