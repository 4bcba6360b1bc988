/** Anticipate: somebody who knows what is about to happen prepares for it, and learns how. */
import type { CameraShot, ClipId, StudioState } from '../../state/types.ts';
import type { Arrival, ModeHost, StudioMode } from '../mode.ts';
import { modeLane } from '../mode.ts';
import { controlLater, panelLater } from '../shared/load-later.tsx';
import { tellOwnPeople } from '../shared/own-people.ts';
import { frameClipsOf } from '../shared/own-shot.ts';
import { describePhases, paintPhases, phaseData } from './lane.ts';
import { anticipatePlots } from './plots.ts';
import { running } from './running.ts';
import { ANTICIPATE_SETTINGS, acceptsSettings, anticipateResult, rolloutId, type Shown } from './types.ts';

// Panel and controller come with the first use: they bring the scenarios and the search along.
const AnticipateInspector = panelLater(async () => (await import('./inspector.tsx')).AnticipateInspector);

/** From the side and a little ahead, wide enough for two and for a fall. */
const SHOT: CameraShot = { target: [0.66, 1.08, 0.25], theta: -0.8, phi: 1.38, span: 3.3, lens: 30 };
/** From the side and a little behind: boxes would stand before the people. */
const BOXES_SHOT: CameraShot = { target: [0.4, 0.85, 1], theta: -1.95, phi: 1.3, span: 3.7, lens: 30 };
const SHOWN = ['anticipate-cop', 'anticipate-com'];

/** The rollout of the scenario, once there is one. */
function madeHere(state: StudioState): ClipId | undefined {
  const shown = anticipateResult(state).with;
  return shown && rolloutId(shown);
}

function start(host: ModeHost, arrival: Arrival): () => void {
  const { store } = host;
  const { plots, follow, shot } = store.state().view;
  const back = store.state().document.clip; // who was on stage before
  const others = plots.filter((id) => !SHOWN.includes(id));
  store.dispatch({ type: 'view/set', view: { inspector: 'mode', plots: [...SHOWN, ...others], follow: false } });
  const leave = controlLater(host, running, async () => (await import('./controller.ts')).createController);
  let given = arrival === 'link' ? shot : undefined;
  const unsubscribe = frameClipsOf('anticipate', store, () => {
    const wide = anticipateResult(store.state()).plan?.base.boxes.length ? BOXES_SHOT : SHOT;
    const own = given ?? wide;
    given = undefined; // another scenario is looked at anew
    return own;
  });
  const hush = tellOwnPeople(host, {
    words: 'Anticipate simulates a person of its own.',
    again: 'Show the person who learns',
    onAgain: () => running.controller?.show(),
    made: (state) => madeHere(state),
  });
  return () => {
    const made = madeHere(store.state());
    hush();
    unsubscribe();
    leave();
    if (back !== undefined && made !== undefined && store.state().document.clip === made) void host.session.show(back);
    // what the user has added meanwhile stays
    const now = store.state().view.plots.filter((id) => !SHOWN.includes(id));
    store.dispatch({ type: 'view/set', view: { plots: now, follow, shot: undefined } });
  };
}

export const anticipateMode: StudioMode = {
  id: 'anticipate',
  title: 'Anticipate',
  hint: 'A heavy ball, a fast move, a push: the character learns to prepare for it',
  key: 'T',
  settings: ANTICIPATE_SETTINGS,
  fillsStage: true,
  accepts: acceptsSettings,
  Inspector: AnticipateInspector,
  scene: async () => (await import('./layers.ts')).anticipateLayers,
  lanes: [
    modeLane<Shown | undefined>({
      id: 'anticipate-phases',
      label: 'Phases',
      least: 15,
      most: 24,
      select: phaseData,
      paint: paintPhases,
      describe: describePhases,
    }),
  ],
  plots: anticipatePlots,
  start,
};
