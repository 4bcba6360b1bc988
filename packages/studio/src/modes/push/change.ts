import { settingsOf } from '../shared/settings.ts';
import { pushSettings } from './types.ts';

export const change = settingsOf('push', pushSettings);
