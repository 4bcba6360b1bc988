import type { Store } from '../../state/store.ts';
import { type PushSettings, pushSettings } from './types.ts';

/** Changes settings of the mode, as a step that can be undone. */
export const change = (store: Pick<Store, 'state' | 'dispatch'>, settings: Partial<PushSettings>): void =>
  store.dispatch({ type: 'mode/settings', mode: 'push', settings: { ...pushSettings(store.state()), ...settings } });
