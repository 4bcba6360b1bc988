import { settingsOf } from '../shared/settings.ts';
import { simulateSettings } from './types.ts';

export const change = settingsOf('simulate', simulateSettings);
