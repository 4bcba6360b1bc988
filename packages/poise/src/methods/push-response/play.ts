/** A motion in play, and what its feet are about to do. */
import type { Adaptation } from './adapt.ts';
import type { FootFuture } from './blend.ts';
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

/** Does a foot stand at a place of a motion in play? */
export function plantedAt({ channels, adaptation }: Play, side: 0 | 1, place: number): boolean {
  const frame = Math.max(0, Math.min(channels.frames - 1, Math.round(place)));
  return channels.planted[adaptation.mirrored ? 1 - side : side][frame] > 0;
}

export function theirsAt(play: Play | undefined): readonly [boolean, boolean] {
  return play ? [plantedAt(play, 0, play.pace.first), plantedAt(play, 1, play.pace.first)] : [true, true];
}

/** When a foot is next lifted and set down [s] after the motion was entered. Steps come before the way back, at an even pace. */
export function futureOf(play: Play, side: 0 | 1): FootFuture {
  const { frames } = play.channels;
  const { first, rate } = play.pace;
  let frame = Math.round(first);
  const stands = plantedAt(play, side, frame);
  while (frame < frames && plantedAt(play, side, frame)) frame++;
  if (frame >= frames) return { stands, lift: Infinity, land: Infinity };
  const lift = stands ? (frame - first) / rate : 0;
  while (frame < frames && !plantedAt(play, side, frame)) frame++;
  return { stands, lift, land: (Math.min(frame, frames - 1) - first) / rate };
}

/** How straight a leg is at a place of a motion in play, of the whole leg. */
export function reachAt({ channels, adaptation }: Play, side: 0 | 1, place: number): number {
  const reach = channels.reach[adaptation.mirrored ? 1 - side : side];
  const at = Math.max(0, Math.min(channels.frames - 1, place));
  const f = Math.min(channels.frames - 2, Math.floor(at));
  return reach[f] + (at - f) * (reach[f + 1] - reach[f]);
}
