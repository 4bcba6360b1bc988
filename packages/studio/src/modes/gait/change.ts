import type { Store } from '../../state/store.ts';
import { type GaitSettings, gaitSettings } from './types.ts';

/** Changes settings of the mode, as a step that can be undone. */
export const change = (store: Pick<Store, 'state' | 'dispatch'>, settings: Partial<GaitSettings>): void =>
  store.dispatch({ type: 'mode/settings', mode: 'gait', settings: { ...gaitSettings(store.state()), ...settings } });
