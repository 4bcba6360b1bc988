/** The store in React. */
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Store } from './store.ts';
import type { StudioState } from './types.ts';

export const StoreContext = createContext<Store | undefined>(undefined);

export function useStore(): Store {
  const store = useContext(StoreContext);
  if (!store) throw new Error('a panel was drawn outside the studio');
  return store;
}

/** A part of the state; the component is drawn anew when that part changes. The selector must return what the state holds
 *  or a plain value, not a fresh object. */
export function useStudio<T>(selector: (state: StudioState) => T): T {
  const store = useStore();
  return useSyncExternalStore(store.subscribe, () => selector(store.state()));
}
