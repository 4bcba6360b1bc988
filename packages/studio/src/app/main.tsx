/** The studio starts here. */
import './theme.css';
import '../ui/ui.css';
import { createRoot } from 'react-dom/client';
import { modeNamed, modeSettings } from '../modes/index.ts';
import { initialState } from '../state/initial.ts';
import { createStore } from '../state/store.ts';
import type { ClipId } from '../state/types.ts';
import { StoreContext } from '../state/use-studio.ts';
import { spawnWorker } from '../worker/lane.ts';
import { applyView, followAddress, followPastedLinks, linkInAddress, showFirst } from './address.ts';
import { followCinema } from './cinema.ts';
import { listenToKeys } from './keyboard.ts';
import { createMaking } from './making/making.ts';
import { createHost } from './mode-host.ts';
import { createPlayer } from './player.ts';
import { restorePreferences } from './preferences.ts';
import { createDesk } from './project/desk.ts';
import { isReload, keepProject, openProject, restoreProject } from './project/keep-project.ts';
import { clipOnReturn, holdsWork, type Project } from './project/project.ts';
import { createSession } from './session.ts';
import { Shell } from './shell.tsx';
import { type Studio, StudioContext } from './studio-context.ts';
import { FIRST } from './welcome.tsx';

const link = linkInAddress();
const reloaded = isReload();
const store = createStore(initialState(modeSettings()), () => performance.now());
restorePreferences(store);
applyView(store, link);
const isNew = !reloaded && location.hash.length < 2 && !store.state().view.greeted;
if (isNew) store.dispatch({ type: 'view/set', view: { mode: FIRST.mode } });
const player = createPlayer(store, {
  request: (callback) => requestAnimationFrame(callback),
  cancel: (id) => cancelAnimationFrame(id),
});
const session = createSession(store, player, spawnWorker);
const viewport: Studio['viewport'] = { current: undefined };
const making = createMaking(store, session);
const host = createHost(store, player, session, making, () => viewport.current?.shot());
const desk = createDesk(store, session);
const studio: Studio = { store, session, player, host, viewport, desk, making };

createRoot(document.getElementById('studio')!).render(
  <StoreContext value={store}>
    <StudioContext value={studio}>
      <Shell />
    </StudioContext>
  </StoreContext>,
);
listenToKeys(studio);
followCinema(studio);

/** Puts the clip that was on stage there again, seen as it was. */
async function showAgain({ player }: Studio, id: ClipId, { rest: { view } }: Project): Promise<void> {
  const { time, shot, ...others } = view;
  store.dispatch({ type: 'view/set', view: { ...others, mode: modeNamed(view.mode).id } });
  await session.show(id);
  if (store.state().document.clip !== id) return;
  player.seek(time);
  if (shot) store.dispatch({ type: 'view/set', view: { shot } });
}

async function begin(): Promise<void> {
  const database = await openProject(store, desk);
  const catalogue = await session.start();
  const kept = await database?.read();
  if (kept) restoreProject(store, session, kept);
  const builtIn = catalogue.motions.map(({ id }) => `built-in:${id}`);
  const back =
    kept && holdsWork(kept) && (reloaded || location.hash.length < 2) ? clipOnReturn(kept, builtIn) : undefined;
  if (back && kept) await showAgain(studio, back, kept);
  if (store.state().document.clip === undefined)
    await showFirst(studio, catalogue, isNew ? { ...link, motion: FIRST.motion } : link);
  if (database) desk.keepBy(keepProject(store, session, database, kept));
  followAddress(studio);
  followPastedLinks(studio, catalogue);
}

begin().catch((error: Error) => {
  store.dispatch({ type: 'notice/add', kind: 'error', text: `Poise could not start: ${error.message}` });
});

// Works without a network after the first load; where that is not allowed (a plain file, a private window), with one.
if (import.meta.env.PROD) navigator.serviceWorker?.register('./offline.js').catch(() => undefined);
