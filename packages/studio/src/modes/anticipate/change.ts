import { settingsOf } from '../shared/settings.ts';
import { anticipateSettings } from './types.ts';

export const change = settingsOf('anticipate', anticipateSettings);
