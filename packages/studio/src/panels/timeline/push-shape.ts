/** A push as a person sets it: how much, which way, where. Pure; the editor shows it, the track carries it. */
import type { BalanceReport, Clip, ForceTrack } from 'poise';
import { pushTrack } from 'poise/react';
import { impulseOf } from '../../worker/push-impulse.ts';

export interface PushSettings {
  readonly impulse: number; // [N·s]
  readonly heading: number; // [°] seen from above: 0 pushes forward, 90 to the left
  readonly rise: number; // [°] above the horizontal
  readonly start: number; // [s]
  readonly duration: number; // [s]
  readonly segment: number;
}

export const PUSH_LIMITS = { impulse: [1, 200], duration: [0.02, 2] } as const;

const RADIANS = Math.PI / 180;

/** Where the person faces at a time, unit x z; +z where nobody knows. */
function forwardAt(report: BalanceReport | undefined, t: number): readonly [x: number, z: number] {
  if (!report || report.frameCount === 0) return [0, 1];
  const frame = Math.min(report.frameCount - 1, Math.max(0, Math.round(t / report.frameTime)));
  return [report.forward[2 * frame] ?? 0, report.forward[2 * frame + 1] ?? 1];
}

export function settingsOf(track: ForceTrack, report: BalanceReport | undefined): PushSettings {
  const [x, y, z] = impulseOf(track);
  const start = track.time[0] ?? 0;
  const [fx, fz] = forwardAt(report, start);
  // Left of forward (+z) is +x: forward × … seen from above, turned a quarter.
  const ahead = x * fx + z * fz;
  const left = x * fz - z * fx;
  return {
    impulse: Math.hypot(x, y, z),
    heading: Math.round(Math.atan2(left, ahead) / RADIANS),
    rise: Math.round(Math.atan2(y, Math.hypot(x, z)) / RADIANS),
    start,
    duration: (track.time.at(-1) ?? start) - start,
    segment: track.segment,
  };
}

const held = (value: number, [least, most]: readonly [number, number]): number =>
  Math.min(most, Math.max(least, Number.isFinite(value) ? value : least));

/** The track with other settings; one on another part is at that part's joint. */
export function trackWith(
  track: ForceTrack,
  report: BalanceReport | undefined,
  change: Partial<PushSettings>,
): ForceTrack {
  const before = settingsOf(track, report);
  const { heading, rise, start, segment, ...rest } = { ...before, ...change };
  const impulse = held(rest.impulse, PUSH_LIMITS.impulse);
  const duration = held(rest.duration, PUSH_LIMITS.duration);
  const [fx, fz] = forwardAt(report, start);
  const [ahead, left] = [Math.cos(heading * RADIANS), Math.sin(heading * RADIANS)];
  const flat = impulse * Math.cos(rise * RADIANS);
  return pushTrack({
    name: track.name,
    segment,
    pointInSegment: segment === before.segment ? track.pointInSegment : [0, 0, 0],
    impulse: [flat * (ahead * fx + left * fz), impulse * Math.sin(rise * RADIANS), flat * (ahead * fz - left * fx)],
    time: start,
    duration,
  });
}

export const DIRECTIONS: readonly (readonly [heading: number, words: string])[] = [
  [0, 'forward'],
  [45, 'forward left'],
  [90, 'left'],
  [135, 'back left'],
  [180, 'back'],
  [-135, 'back right'],
  [-90, 'right'],
  [-45, 'forward right'],
];

/** Parts that are worth pushing, by role where the rig has them, else every joint. */
export function partsOf(clip: Clip): readonly (readonly [joint: number, name: string])[] {
  if (clip.roles.status !== 'humanoid') return clip.skeleton.names.map((name, joint) => [joint, name]);
  const parts = Object.entries(clip.roles.roles).filter(
    ([role]) => !/Thumb|Index|Middle|Ring|Little|Eye|jaw|Toes/.test(role),
  );
  return parts.map(([role, joint]) => [joint, role.replace(/([A-Z])/g, ' $1').toLowerCase()]);
}
