import { settingsOf } from '../shared/settings.ts';
import { gaitSettings } from './types.ts';

export const change = settingsOf('gait', gaitSettings);
