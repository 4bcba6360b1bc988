/** What lies under a point of the lanes, and how to say it. Pure: the pointer code asks, the tooltip shows. */
import type { BalanceReport, Clip, Finding, ForceTrack } from 'poise';
import { fileFrame } from 'poise/io';
import { type ContactOverride, phaseAt } from 'poise/lint';
import { centimetresText, readoutText } from './format.ts';
import { type Lane, type LaneLayout, laneAt } from './lanes.ts';
import { type ContactPlace, nextState, placeName, stateAt, stateWords, stretchAt } from './overrides.ts';
import { frameOfTime, type TimeRange, timeOfX, xOfTime } from './range.ts';
import type { Stretch } from './runs.ts';
import { pushShape, touchesOf } from './signals.ts';
import type { ExtraLane } from './types.ts';

/** Everything the lanes show. */
export interface LaneContents {
  readonly clip: Clip;
  readonly report: BalanceReport | undefined;
  readonly imbalance: Float32Array | undefined;
  readonly findings: readonly Finding[];
  readonly findingRows: readonly number[];
  readonly overrides: readonly ContactOverride[];
  readonly events: readonly ForceTrack[];
  readonly extra: readonly ExtraLane[];
}

export type Hit =
  | { readonly kind: 'finding'; readonly lane: Lane; readonly frame: number; readonly index: number }
  | { readonly kind: 'event'; readonly lane: Lane; readonly frame: number; readonly index: number }
  | {
      readonly kind: 'contact';
      readonly lane: Lane;
      readonly frame: number;
      readonly place: ContactPlace;
      readonly stretch: Stretch;
    }
  | { readonly kind: 'lane'; readonly lane: Lane; readonly frame: number };

const REACH = 6; // [px] around small things

/** Y of the middle of a row of findings, from the lane's top. */
export const findingRowY = (row: number): number => 3 + 8 * row + 4;

export function hitAt(
  contents: LaneContents,
  layout: LaneLayout,
  range: TimeRange,
  width: number,
  x: number,
  y: number,
): Hit | undefined {
  const lane = laneAt(layout, y);
  if (!lane) return undefined;
  const t = timeOfX(range, width, x);
  const frame = frameOfTime(contents.clip, t);
  const xOf = (time: number): number => xOfTime(range, width, time);
  if (lane.kind === 'findings') {
    const index = findingAt(contents, xOf, x, y - lane.y);
    if (index >= 0) return { kind: 'finding', lane, frame, index };
  }
  if (lane.kind === 'events') {
    const index = contents.events.findLastIndex((track) => {
      const { start, end } = pushShape(track);
      return x >= xOf(start) - REACH && x <= xOf(end) + REACH;
    });
    if (index >= 0) return { kind: 'event', lane, frame, index };
  }
  if (lane.place) {
    return { kind: 'contact', lane, frame, place: lane.place, stretch: contactStretch(contents, lane.place, frame) };
  }
  return { kind: 'lane', lane, frame };
}

/** The nearest finding in reach: rows first, then how far its worst moment is. */
function findingAt(contents: LaneContents, xOf: (t: number) => number, x: number, y: number): number {
  const { clip, findings, findingRows } = contents;
  let best = -1;
  let bestDistance = Number.POSITIVE_INFINITY;
  findings.forEach((finding, i) => {
    const left = xOf((finding.start - 0.5) * clip.frameTime);
    const right = xOf((finding.end + 0.5) * clip.frameTime);
    if (x < left - REACH || x > right + REACH) return;
    const outside = Math.max(0, left - x, x - right);
    const distance = 4 * Math.abs(y - findingRowY(findingRows[i] ?? 0)) + outside;
    if (distance >= bestDistance) return;
    bestDistance = distance;
    best = i;
  });
  return best;
}

/** The stretch that a click on a contact lane would change. */
export function contactStretch({ clip, report, overrides }: LaneContents, place: ContactPlace, frame: number): Stretch {
  const lanes = report ? touchesOf(report, place) : [];
  const touches = (f: number): number => (lanes.some((lane) => lane[f] === 1) ? 1 : 0);
  return stretchAt(overrides, place, frame, touches, clip.frameCount);
}

const framesText = (clip: Clip, { start, end }: Stretch): string =>
  start === end ? `frame ${fileFrame(clip, start)}` : `frames ${fileFrame(clip, start)}–${fileFrame(clip, end)}`;

const PHASE_WORDS = {
  flight: 'Flight: nothing touches the ground',
  left: 'On the left foot',
  right: 'On the right foot',
  double: 'On both feet',
  other: 'More than the feet may carry',
} as const;

/** Lines of the tooltip: the first is the heading. */
export function describeHit(hit: Hit, contents: LaneContents): readonly string[] {
  const { clip, report, imbalance, overrides } = contents;
  const where = `frame ${fileFrame(clip, hit.frame)} · ${readoutText(hit.frame * clip.frameTime)}`;
  if (hit.kind === 'finding') {
    const finding = contents.findings[hit.index]!;
    return [finding.message, `${finding.severity} · ${framesText(clip, finding)} · click: its worst frame`];
  }
  if (hit.kind === 'event') return describePush(contents.events[hit.index]!, clip);
  if (hit.kind === 'contact') {
    const state = stateAt(overrides, hit.place, hit.frame);
    const name = placeName(hit.place);
    const touching = report && touchesOf(report, hit.place).some((lane) => lane[hit.frame] === 1);
    const found = report ? (touching ? 'touches' : 'in the air') : 'not analysed yet';
    const now = state === 'auto' ? `${found} (detected)` : stateWords(state);
    const clear = state === 'auto' ? '' : ' · right click: clear';
    return [
      `${name[0]!.toUpperCase()}${name.slice(1)}: ${now}`,
      `${framesText(clip, hit.stretch)} · click: ${stateWords(nextState(state))}${clear}`,
    ];
  }
  if (hit.lane.kind === 'support' && report) return [PHASE_WORDS[phaseAt(report, hit.frame)], where];
  if (hit.lane.kind === 'imbalance' && imbalance) {
    const size = imbalance[hit.frame]!;
    const words = Number.isNaN(size) ? 'No verdict here' : `${centimetresText(size)} off balance`;
    return [words, `${where} · warns above 1.5 cm, objects above 3 cm`];
  }
  const extra = contents.extra.find(({ id }) => id === hit.lane.id);
  if (extra) return extra.describe?.(hit.frame, extra.data) ?? [where];
  if (hit.lane.kind === 'events') return ['No push here', `${where} · double click: add one`];
  return [where];
}

function describePush(track: ForceTrack, clip: Clip): readonly string[] {
  const { start, end, strength } = pushShape(track);
  const segment = clip.skeleton.names[track.segment] ?? 'the body';
  return [
    `${track.name || 'push'} on ${segment}: up to ${strength.toFixed(0)} N`,
    `${readoutText(start)} – ${readoutText(end)} · drag: move · Delete: remove`,
  ];
}
