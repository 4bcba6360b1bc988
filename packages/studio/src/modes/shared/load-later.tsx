/** Modes whose panel and controller come with the first use, since they bring much along. */
import { type ComponentType, lazy, Suspense } from 'react';
import type { ModeHost } from '../mode.ts';

/** A panel that says so while it is loaded. */
export function panelLater(load: () => Promise<ComponentType>): ComponentType {
  const Panel = lazy(async () => ({ default: await load() }));
  return () => (
    <Suspense fallback={<p className="soft empty-panel">Loading…</p>}>
      <Panel />
    </Suspense>
  );
}

/** Puts a controller in charge once it is loaded; returns what ends it, also where it has not come yet. */
export function controlLater<C extends { readonly stop: () => void }>(
  host: ModeHost,
  running: { controller: C | undefined },
  load: () => Promise<(host: ModeHost) => C>,
): () => void {
  let gone = false;
  load().then(
    (create) => {
      if (!gone) running.controller = create(host);
    },
    (error: Error) => host.store.dispatch({ type: 'notice/add', kind: 'error', text: error.message }),
  );
  return () => {
    gone = true;
    running.controller?.stop();
    running.controller = undefined;
  };
}
