/** Who is on stage: the person who anticipates, as the clip on stage; beside them somebody who does not; over them what was expected. */
import type { Clip } from 'poise';
import type { Companion } from '../../scene/contract.ts';
import { clipOnStage } from '../../state/selectors.ts';
import type { StudioState } from '../../state/types.ts';
import type { ModeHost } from '../mode.ts';
import { anticipateResult, anticipateSettings, rolloutId, type Shown } from './types.ts';

const WITHOUT_TINT = 0xc9825a; // clay
const EXPECTED_TINT = 0x4fb3ff; // light
/** To the left of the person, seen from them [m]. */
export const BESIDE = 1.5;

/** Puts a rollout on stage; another one of the same scenario takes its place, at the same moment. */
export function takeStage({ session, store, player }: ModeHost, { recording, judgement, scenario }: Shown): void {
  const id = rolloutId({ scenario });
  const { clip, props } = recording;
  const state = store.state();
  if (clipOnStage(state) === clip) return;
  const first = state.document.clip !== id;
  const time = player.playhead.time();
  session.take({ id, name: scenario.title, mode: 'anticipate', clip, props, judgement });
  if (first) store.dispatch({ type: 'view/set', view: { playing: true } });
  player.seek(first ? 0 : time);
}

interface Made {
  readonly parts: readonly unknown[];
  readonly companion: Companion | undefined;
}
let last: Made | undefined;

/** The same object while nothing has changed. */
export function companionsFor(state: StudioState): Companion | undefined {
  const { with: shown, without, expected, body } = anticipateResult(state);
  const settings = anticipateSettings(state);
  const here = shown !== undefined && clipOnStage(state) === shown.recording.clip;
  const other = here && settings.without && without?.recording.clip !== shown.recording.clip ? without : undefined;
  const ghost = here && settings.ghost ? expected : undefined;
  const parts = [other, ghost, body];
  if (last && parts.every((part, i) => part === last?.parts[i])) return last.companion;
  const beside = other && figure(other.recording.clip, 'solid');
  const over = ghost && figure(ghost.recording.clip, 'ghost');
  const companion = beside && over ? { ...beside, also: over } : (beside ?? over);
  last = { parts, companion };
  return companion;

  function figure(clip: Clip, look: Companion['look']): Companion {
    const solid = look === 'solid';
    return { clip, body, look, tint: solid ? WITHOUT_TINT : EXPECTED_TINT, beside: solid ? BESIDE : 0 };
  }
}
