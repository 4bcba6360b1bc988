/** Mend: what is wrong with the motion is found and repaired beside the page, while sliders move. */
import type { ModeHost, StudioMode } from '../mode.ts';
import { modeLane } from '../mode.ts';
import { change, createController, toggleWindow } from './controller.ts';
import { MendInspector } from './inspector.tsx';
import { describeWindows, handleAt, paintWindows, type WindowsData, windowAt, windowsOf } from './lane.ts';
import { mendPlots } from './plots.ts';
import { running } from './running.ts';
import { MEND_SETTINGS, mendSettings } from './types.ts';

const LEAST_BAR = 0.5; // [m]
const MOST_BAR = 2.2;
const LONGEST = 3; // [s] that windows may reach out

function dragWindow(from: number, to: number, reach: number, data: WindowsData | undefined): void {
  const { host } = running;
  const end = handleAt(data, from, reach);
  if (!host || !data || !end) return;
  const longer = (end === 'end' ? to - from : from - to) * data.frameTime;
  const { extension } = mendSettings(host.store.state());
  change(host, { extension: Math.min(LONGEST, Math.max(0.05, extension + longer)) });
}

/** The original alone, or the result with the original as it was shown last. */
function toggleBefore(host: Pick<ModeHost, 'store'>): void {
  const { compare } = mendSettings(host.store.state());
  change(host, { compare: compare === 'before' ? MEND_SETTINGS.compare : 'before' });
}

function start(host: ModeHost): () => void {
  const { store } = host;
  const { plots } = store.state().view;
  const own = mendPlots.map(({ id }) => id);
  const others = plots.filter((id) => !own.includes(id) && !id.startsWith('zmp-'));
  store.dispatch({ type: 'view/set', view: { inspector: 'mode', plots: [...own, ...others] } });
  const controller = createController(host);
  running.host = host;
  running.controller = controller;
  let gone = false;
  let release = (): void => undefined;
  // three comes after the page
  void import('./bar.ts').then(({ barLink }) => {
    if (gone) return;
    const follow = (): void => {
      barLink.height = mendSettings(store.state()).bar;
    };
    barLink.onDrag = (height) => change(host, { bar: Math.min(MOST_BAR, Math.max(LEAST_BAR, height)) });
    release = store.subscribe(follow);
    follow();
  });
  return () => {
    gone = true;
    release();
    controller.stop();
    running.host = undefined;
    running.controller = undefined;
    // what the user has added meanwhile stays
    const now = store.state().view.plots.filter((id) => !own.includes(id));
    const back = plots.filter((id) => id.startsWith('zmp-') && !now.includes(id));
    store.dispatch({ type: 'view/set', view: { plots: [...back, ...now] } });
  };
}

export const mendMode: StudioMode = {
  id: 'mend',
  title: 'Mend',
  hint: 'Find out what is wrong with a motion and repair it, and keep its style',
  key: 'F',
  keys: [{ key: 'a', text: 'Mend: before and after', run: toggleBefore }],
  settings: MEND_SETTINGS,
  Inspector: MendInspector,
  scene: async () => [(await import('./bar.ts')).barLayer],
  lanes: [
    modeLane<WindowsData | undefined>({
      id: 'mend-windows',
      label: 'Windows',
      least: 20,
      most: 26,
      select: windowsOf,
      paint: paintWindows,
      describe: describeWindows,
      onClick: (frame, data) => {
        const row = windowAt(data, frame);
        if (row && running.host) toggleWindow(running.host, row.start);
      },
      grips: (frame, reach, data) => handleAt(data, frame, reach) !== undefined,
      onDrag: dragWindow,
    }),
  ],
  plots: mendPlots,
  start,
};
