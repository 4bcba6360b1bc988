/** A recording cut to what matters, as a clip that is judged with its pushes known. */
import { type Clip, type ForceTrack, trim } from 'poise';
import type { ModeHost } from '../mode.ts';
import type { Run } from './types.ts';

const BEFORE = 0.5; // [s] kept before the first push

export function keepRun({ store, session }: ModeHost, run: Run, recording: Clip): void {
  const state = store.state();
  const first = run.answers[0]?.time ?? 0;
  const startFrame = Math.max(0, Math.floor((first - BEFORE) / run.frameTime));
  const clip = trim(recording, startFrame, recording.frameCount);
  const { body, pushes } = state.document;
  const number = 1 + state.library.filter(({ id }) => id.startsWith('push-kept:')).length;
  const id = `push-kept:${number}`;
  const edits = { values: {}, body, contacts: [], pushes: shifted(pushes, -startFrame * run.frameTime), border: {} };
  store.dispatch({ type: 'edits/restore', id, edits });
  store.dispatch({ type: 'view/set', view: { mode: 'analyse', inspector: 'report', time: 0 } });
  session.take({
    id,
    name: `Push response ${number}`,
    mode: 'push',
    clip: { ...clip, name: `push-response-${number}` },
  });
}

const shifted = (tracks: readonly ForceTrack[], by: number): readonly ForceTrack[] =>
  tracks.map((track) => ({ ...track, time: track.time.map((t) => t + by) }));
