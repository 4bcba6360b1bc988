import type { Store } from '../../state/store.ts';
import { type CrowdSettings, crowdSettings } from './types.ts';

/** Changes settings of the mode, as a step that can be undone. */
export const change = (store: Pick<Store, 'state' | 'dispatch'>, settings: Partial<CrowdSettings>): void =>
  store.dispatch({
    type: 'mode/settings',
    mode: 'crowd',
    settings: { ...crowdSettings(store.state()), ...settings },
  });
