/** A live recording cut to what matters, as a clip that is judged with its pushes known. */
import { type Clip, type ForceTrack, trim } from 'poise';
import type { ClipId } from '../../state/types.ts';
import type { ModeHost } from '../mode.ts';

const BEFORE = 0.5; // [s] kept before the first push

export interface Keeping {
  readonly mode: string;
  readonly title: string; // 'Push response': a number is added
  readonly recording: Clip;
  readonly from: ClipId | undefined; // whose motion it was
  readonly first: number; // [s] of the first push
}

export function keepRecording({ store, session }: ModeHost, { mode, title, recording, from, first }: Keeping): void {
  const state = store.state();
  const start = Math.max(0, Math.floor((first - BEFORE) / recording.frameTime));
  const prefix = `${mode}-kept:`;
  const number = 1 + state.library.filter(({ id }) => id.startsWith(prefix)).length;
  const [id, name] = [`${prefix}${number}`, `${title} ${number}`];
  const { body, pushes } = state.document;
  const edits = {
    values: {},
    body,
    contacts: [],
    pushes: shifted(pushes, -start * recording.frameTime),
    border: {},
  };
  const clip = { ...trim(recording, start), name: name.toLowerCase().replaceAll(' ', '-') };
  store.dispatch({ type: 'edits/restore', id, edits });
  store.dispatch({ type: 'view/set', view: { mode: 'analyse', inspector: 'report', time: 0 } });
  session.take({ id, name, mode, from, clip });
}

const shifted = (tracks: readonly ForceTrack[], by: number): readonly ForceTrack[] =>
  tracks.map((track) => ({ ...track, time: track.time.map((t) => t + by) }));
