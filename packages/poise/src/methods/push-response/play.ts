/** A motion in play, and what its feet are about to do. */
import type { Adaptation } from './adapt.ts';
import type { Channels } from './channels.ts';
import type { Entry } from './entries.ts';
import type { Pace } from './pace.ts';
import type { Turn } from './turn.ts';

export interface Play {
  readonly entry: Entry | undefined; // undefined: a step that tidies up
  readonly channels: Channels;
  readonly adaptation: Adaptation;
  readonly pace: Pace;
  readonly turn: Turn | undefined;
}

/** Is a foot down at a place of a motion in play? */
export function plantedAt({ channels, adaptation }: Play, side: 0 | 1, place: number): boolean {
  const frame = Math.max(0, Math.min(channels.frames - 1, Math.round(place)));
  return channels.touches[adaptation.mirrored ? 1 - side : side][frame] > 0;
}

/** When a foot is next lifted and set down [s]. */
export interface FootFuture {
  readonly lift: number; // Infinity: never
  readonly land: number;
}

/** From where a motion was entered on. Steps come before the way back, at an even pace. */
export function futureOf(play: Play, side: 0 | 1): FootFuture {
  const { frames } = play.channels;
  const { first, rate } = play.pace;
  let frame = Math.round(first);
  const stands = plantedAt(play, side, frame);
  while (frame < frames && plantedAt(play, side, frame)) frame++;
  if (frame >= frames) return { lift: Infinity, land: Infinity };
  const lift = stands ? (frame - first) / rate : 0;
  while (frame < frames && !plantedAt(play, side, frame)) frame++;
  return { lift, land: (Math.min(frame, frames - 1) - first) / rate };
}

/** Time [s] from a place on until a foot that stands there is lifted. */
export function liftAfter(play: Play, side: 0 | 1, place: number): number {
  let frame = Math.max(0, Math.round(place));
  while (frame < play.channels.frames && plantedAt(play, side, frame)) frame++;
  return frame < play.channels.frames ? Math.max(0, (frame - place) / play.pace.rate) : Infinity;
}

/** Time [s] from a place on until a foot that is in the air there touches the ground: 0 when it stands, Infinity when it never does. */
export function touchAfter({ channels, adaptation, pace }: Play, side: 0 | 1, place: number): number {
  const { frames, touches } = channels;
  const own = adaptation.mirrored ? 1 - side : side;
  let frame = Math.max(0, Math.min(frames - 1, Math.round(place)));
  while (frame < frames && !touches[own][frame]) frame++;
  return frame < frames ? Math.max(0, (frame - place) / pace.rate) : Infinity;
}

/** How straight a leg is at a place of a motion in play, of the whole leg. */
export function reachAt({ channels, adaptation }: Play, side: 0 | 1, place: number): number {
  const reach = channels.reach[adaptation.mirrored ? 1 - side : side];
  const at = Math.max(0, Math.min(channels.frames - 1, place));
  const f = Math.min(channels.frames - 2, Math.floor(at));
  return reach[f] + (at - f) * (reach[f + 1] - reach[f]);
}
