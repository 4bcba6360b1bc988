import { settingsOf } from '../shared/settings.ts';
import { reactSettings } from './types.ts';

export const change = settingsOf('react', reactSettings);
