/** The studio starts here. */
import './theme.css';
import '../ui/ui.css';
import { createRoot } from 'react-dom/client';
import { modeSettings } from '../modes/index.ts';
import { initialState } from '../state/initial.ts';
import { createStore } from '../state/store.ts';
import { StoreContext } from '../state/use-studio.ts';
import { spawnWorker } from '../worker/lane.ts';
import { applyView, followAddress, followPastedLinks, linkInAddress, showFirst } from './address.ts';
import { listenToKeys } from './keyboard.ts';
import { createHost } from './mode-host.ts';
import { createPlayer } from './player.ts';
import { restorePreferences } from './preferences.ts';
import { recallFiles } from './recall-files.ts';
import { createSession } from './session.ts';
import { Shell } from './shell.tsx';
import { type Studio, StudioContext } from './studio-context.ts';

const link = linkInAddress();
const store = createStore(initialState(modeSettings()), () => performance.now());
restorePreferences(store);
applyView(store, link);
recallFiles(store);
const player = createPlayer(store, {
  request: (callback) => requestAnimationFrame(callback),
  cancel: (id) => cancelAnimationFrame(id),
});
const session = createSession(store, player, spawnWorker);
const viewport: Studio['viewport'] = { current: undefined };
const host = createHost(store, player, session, () => viewport.current?.shot());
const studio: Studio = { store, session, player, host, viewport };

createRoot(document.getElementById('studio')!).render(
  <StoreContext value={store}>
    <StudioContext value={studio}>
      <Shell />
    </StudioContext>
  </StoreContext>,
);
listenToKeys(studio);

async function begin(): Promise<void> {
  const catalogue = await session.start();
  await showFirst(studio, catalogue, link);
  followAddress(store);
  followPastedLinks(studio, catalogue);
}

begin().catch((error: Error) => {
  store.dispatch({ type: 'notice/add', kind: 'error', text: `Poise could not start: ${error.message}` });
});

// Works without a network after the first load; where that is not allowed (a plain file, a private window), with one.
if (import.meta.env.PROD) navigator.serviceWorker?.register('./offline.js').catch(() => undefined);
