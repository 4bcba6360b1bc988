import type { Store } from '../../state/store.ts';
import { type SimulateSettings, simulateSettings } from './types.ts';

/** Changes settings of the mode, as a step that can be undone. */
export const change = (store: Pick<Store, 'state' | 'dispatch'>, settings: Partial<SimulateSettings>): void =>
  store.dispatch({
    type: 'mode/settings',
    mode: 'simulate',
    settings: { ...simulateSettings(store.state()), ...settings },
  });
