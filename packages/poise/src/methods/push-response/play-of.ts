/** A response that was chosen, as it is played. */
import type { Adaptation } from './adapt.ts';
import { channelsOf } from './channels.ts';
import type { Entry } from './entries.ts';
import type { PushResponseOptions } from './options.ts';
import { paceOf } from './pace.ts';
import type { Play } from './play.ts';
import type { Candidate } from './selection.ts';

/** `arms`: how far they go. */
export function playOf(
  entry: Entry,
  chosen: Candidate,
  arms: Adaptation['arms'],
  warp: PushResponseOptions['warp'],
): Play {
  const channels = channelsOf(entry.response);
  const { alpha, epsilon, amplitude, lambda, psi } = chosen;
  const footLift = entry.strategy === 'step' ? 1 : amplitude;
  const adaptation = { alpha, epsilon, amplitude, footLift, lambda, psi, mirrored: entry.mirrored, arms };
  return { entry, channels, adaptation, pace: paceOf(entry, chosen, channels, warp), turn: undefined };
}
