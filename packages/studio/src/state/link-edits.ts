/** Edits of a clip in a link: body, contacts and pushes, short on the way out, checked on the way in. */
import type { ForceTrack, Vec3 } from 'poise';
import { type Attachment, TABLE_NAMES } from 'poise/dynamics';
import type { ContactOverride } from 'poise/lint';
import { pushTrack } from 'poise/react';
import { type Plain, parseCompact, printCompact } from './compact.ts';
import type { BodySettings } from './types.ts';

type Fields = { readonly [key: string]: Plain };

const fieldsOf = (value: Plain | undefined): Fields | undefined =>
  typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : undefined;
const listOf = (value: Plain | undefined): readonly Plain[] | undefined =>
  Array.isArray(value) ? (value as readonly Plain[]) : undefined;
const isNumber = (value: Plain | undefined): value is number => typeof value === 'number' && Number.isFinite(value);
const within = (value: Plain | undefined, least: number, most: number): value is number =>
  isNumber(value) && value >= least && value <= most;

/** All of a list, or nothing: half a correction is another correction. */
function everyOf<T>(
  list: readonly Plain[] | undefined,
  read: (item: Plain) => T | undefined,
): readonly T[] | undefined {
  const items = list?.map(read);
  return items && !items.includes(undefined) ? (items as readonly T[]) : undefined;
}

const numbersOf = (value: Plain | undefined): readonly number[] | undefined =>
  everyOf(listOf(value), (item) => (isNumber(item) ? item : undefined));

function vectorOf(value: Plain | undefined): Vec3 | undefined {
  const [x, y, z, ...rest] = numbersOf(value) ?? [];
  return x !== undefined && y !== undefined && z !== undefined && rest.length === 0 ? [x, y, z] : undefined;
}

export const printBody = (body: BodySettings): string => printCompact(body);

/** undefined where anything in it is not what a body can have. */
export function parseBody(text: string): BodySettings | undefined {
  const fields = fieldsOf(parseCompact(text));
  if (!fields) return undefined;
  const checks: { readonly [K in keyof Required<BodySettings>]: (value: Plain) => boolean } = {
    height: (value) => within(value, 0.3, 3),
    mass: (value) => within(value, 1, 500),
    sex: (value) => ['average', 'female', 'male'].includes(value as string),
    table: (value) => (TABLE_NAMES as readonly Plain[]).includes(value),
    soleScale: (value) => within(value, 0.2, 4),
    attachments: (value) => everyOf(listOf(value), attachmentOf) !== undefined,
  };
  const known = Object.entries(fields).every(
    ([key, value]) => Object.hasOwn(checks, key) && checks[key as keyof BodySettings](value),
  );
  return known ? (fields as BodySettings) : undefined;
}

function attachmentOf(item: Plain): Attachment | undefined {
  const { to, mass, offset, radius } = fieldsOf(item) ?? {};
  const fits =
    typeof to === 'string' &&
    within(mass, 0.001, 1000) &&
    vectorOf(offset) &&
    (radius === undefined || within(radius, 0, 5));
  return fits ? (item as unknown as Attachment) : undefined;
}

const PART_LETTERS = { all: 'a', heel: 'h', ball: 'b', toe: 't' } as const;

/** 'la10-25y': the left foot, all of it, frames 10 to 25, touches. */
export const printContacts = (contacts: readonly ContactOverride[]): string =>
  contacts
    .map(
      ({ side, part, start, end, touches }) => `${side[0]}${PART_LETTERS[part]}${start}-${end}${touches ? 'y' : 'n'}`,
    )
    .join();

export function parseContacts(text: string): readonly ContactOverride[] | undefined {
  return everyOf(text.split(','), (word) => {
    const [, side, letter, from, to, touches] = /^([lr])([ahbt])(\d{1,7})-(\d{1,7})([yn])$/.exec(word as string) ?? [];
    const part = Object.entries(PART_LETTERS).find(([, short]) => short === letter)?.[0] as ContactOverride['part'];
    const [start, end] = [Number(from), Number(to)];
    if (!part || start > end) return undefined;
    return { side: side === 'l' ? 'left' : 'right', part, start, end, touches: touches === 'y' } as const;
  });
}

/** A push as it was added is told by its impulse; any other force by its samples. */
export function printPushes(pushes: readonly ForceTrack[]): string {
  return printCompact(
    pushes.map((track) => {
      const { name, segment, pointInSegment, time, force } = track;
      const push = asPush(track);
      const what = push ?? { time, force };
      return { name, segment, at: pointInSegment, ...what };
    }),
  );
}

function asPush({ name, segment, pointInSegment, time, force }: ForceTrack) {
  const start = time[0] ?? 0;
  const duration = (time.at(-1) ?? 0) - start;
  if (!(duration > 0)) return undefined;
  const impulse = [0, 0, 0];
  for (let i = 1; i < time.length; i++) {
    const half = ((time[i] ?? 0) - (time[i - 1] ?? 0)) / 2;
    for (let k = 0; k < 3; k++) impulse[k]! += half * ((force[3 * i + k] ?? 0) + (force[3 * i + k - 3] ?? 0));
  }
  const again = pushTrack({
    name,
    segment,
    pointInSegment,
    impulse: impulse as unknown as Vec3,
    time: start,
    duration,
  });
  const largest = Math.max(1e-9, ...force.map(Math.abs));
  const same =
    again.force.length === force.length &&
    again.force.every((value, i) => Math.abs(value - (force[i] ?? 0)) < 1e-6 * largest);
  return same ? { impulse, start, duration } : undefined;
}

export const parsePushes = (text: string): readonly ForceTrack[] | undefined =>
  everyOf(listOf(parseCompact(text)), (item) => {
    const { name, segment, at, impulse, start, duration, time, force } = fieldsOf(item) ?? {};
    const point = vectorOf(at);
    if (typeof name !== 'string' || !within(segment, 0, 10_000) || !Number.isInteger(segment) || !point)
      return undefined;
    const pushed = vectorOf(impulse);
    const common = { name, segment, pointInSegment: point };
    if (pushed) {
      const fits = within(start, -1e5, 1e5) && within(duration, 1e-4, 1e4);
      return fits ? pushTrack({ ...common, impulse: pushed, time: start, duration }) : undefined;
    }
    const [times, forces] = [numbersOf(time), numbersOf(force)];
    const fits = times && forces && forces.length === 3 * times.length && isIncreasing(times);
    return fits ? { ...common, time: Float64Array.from(times), force: Float64Array.from(forces) } : undefined;
  });

const isIncreasing = (values: readonly number[]): boolean =>
  values.every((value, i) => i === 0 || value > (values[i - 1] ?? value));
