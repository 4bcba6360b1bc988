import { settingsOf } from '../shared/settings.ts';
import { crowdSettings } from './types.ts';

export const change = settingsOf('crowd', crowdSettings);
