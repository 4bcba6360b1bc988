/** A live recording cut to what matters, as a clip that is judged with its pushes known. */
import { type Clip, type ForceTrack, trim } from 'poise';
import type { AnimatedProp } from 'poise/io';
import type { ClipId } from '../../state/types.ts';
import type { ModeHost } from '../mode.ts';

const BEFORE = 0.5; // [s] kept before the first push

/** What moved beside the person in `frameCount` frames from frame `first` on. */
export type PropsBetween = (first: number, frameCount: number) => readonly AnimatedProp[];

export interface Keeping {
  readonly mode: string;
  readonly title: string; // 'Push response': a number is added
  readonly recording: Clip;
  readonly from: ClipId | undefined; // whose motion it was
  readonly first: number; // [s] of the first push
  readonly props?: PropsBetween | undefined;
}

export function keepRecording({ store, session }: ModeHost, keeping: Keeping): void {
  const { mode, title, recording, from, first, props } = keeping;
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
  session.take({ id, name, mode, from, clip, props: props?.(start, clip.frameCount) });
}

const shifted = (tracks: readonly ForceTrack[], by: number): readonly ForceTrack[] =>
  tracks.map((track) => ({ ...track, time: track.time.map((t) => t + by) }));
