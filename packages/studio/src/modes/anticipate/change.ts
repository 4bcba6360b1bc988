import type { Store } from '../../state/store.ts';
import { type AnticipateSettings, anticipateSettings } from './types.ts';

/** Changes settings of the mode, as a step that can be undone. */
export const change = (store: Pick<Store, 'state' | 'dispatch'>, settings: Partial<AnticipateSettings>): void =>
  store.dispatch({
    type: 'mode/settings',
    mode: 'anticipate',
    settings: { ...anticipateSettings(store.state()), ...settings },
  });
