/** Which lanes there are and where each lies. Heights grow with the panel, within reason. */
import { type ContactPlace, PARTS, placeName, type Side } from './overrides.ts';

export type LaneKind = 'findings' | 'support' | 'imbalance' | 'contact' | 'events' | 'extra';

export interface Lane {
  readonly id: string;
  readonly kind: LaneKind;
  readonly label: string;
  readonly place: ContactPlace | undefined; // of a contact lane
  readonly y: number; // [px] from the top of the first lane
  readonly height: number; // [px]
}

export interface LaneLayout {
  readonly lanes: readonly Lane[];
  readonly height: number; // [px] of all
}

export interface LaneSettings {
  readonly available: number; // [px]
  readonly findingRows: number; // 1 … MOST_ROWS
  readonly folded: Readonly<Record<Side, boolean>>; // a foot's three lanes shown as one
  readonly bare?: boolean; // nothing is judged yet: lanes that only a report fills are left out
  readonly extra?: readonly {
    readonly id: string;
    readonly label: string;
    readonly least: number;
    readonly most: number;
  }[];
}

export const MOST_ROWS = 3;
export const RULER_HEIGHT = 26; // [px]
const ROW_HEIGHT = 8; // of one row of findings

interface Wish {
  readonly id: string;
  readonly kind: LaneKind;
  readonly label: string;
  readonly place?: ContactPlace;
  readonly tight: number; // where there is little room
  readonly least: number;
  readonly most: number;
  readonly gap: number; // above
}

const SIDES: readonly Side[] = ['left', 'right'];
const PART_LABELS = { heel: 'heel', ball: 'ball', toe: 'toes', all: 'any part' } as const;

function footLanes(side: Side, folded: boolean): readonly Wish[] {
  const parts = folded ? (['all'] as const) : PARTS;
  return parts.map((part, i) => ({
    id: `contact-${side}-${part}`,
    kind: 'contact',
    label: PART_LABELS[part],
    place: { side, part },
    tight: folded ? 12 : 9,
    least: folded ? 16 : 12,
    most: folded ? 26 : 22,
    gap: i === 0 ? 7 : 2,
  }));
}

const BOTTOM = 6; // [px] below the last lane
const TIGHT_GAP = 2; // [px]

function wishesFor({ findingRows, folded, bare, extra = [] }: Omit<LaneSettings, 'available'>): readonly Wish[] {
  const findings = 6 + ROW_HEIGHT * Math.min(MOST_ROWS, Math.max(1, findingRows));
  const judged: readonly Wish[] = [
    { id: 'findings', kind: 'findings', label: 'Findings', tight: findings, least: findings, most: findings, gap: 4 },
    { id: 'support', kind: 'support', label: 'Support', tight: 13, least: 18, most: 28, gap: 4 },
    { id: 'imbalance', kind: 'imbalance', label: 'Imbalance', tight: 13, least: 18, most: 40, gap: 4 },
    ...SIDES.flatMap((side) => footLanes(side, folded[side])),
  ];
  return [
    ...(bare ? [] : judged),
    { id: 'events', kind: 'events', label: 'Pushes', tight: 15, least: 22, most: 26, gap: 7 },
    ...extra.map(({ id, label, least, most }): Wish => {
      return { id, kind: 'extra', label, tight: Math.min(14, least), least, most, gap: 7 };
    }),
  ];
}

const sumOf = (wishes: readonly Wish[], size: (wish: Wish) => number): number =>
  wishes.reduce((sum, wish) => sum + size(wish), 0);

/** [px] that all lanes need to be read with ease. */
export const comfortableHeight = (settings: Omit<LaneSettings, 'available'>): number =>
  BOTTOM + sumOf(wishesFor(settings), ({ least, gap }) => least + gap);

/**
 * Lanes from top to bottom. What the panel has beyond the least heights is shared out; what it lacks is taken from all lanes
 * and gaps alike, as far as they can still be read.
 */
export function layoutLanes({ available, ...settings }: LaneSettings): LaneLayout {
  const wishes = wishesFor(settings);
  const spare = available - comfortableHeight(settings);
  const more = Math.min(1, Math.max(0, spare) / sumOf(wishes, ({ most, least }) => most - least));
  const slack = sumOf(wishes, ({ least, tight, gap }) => least - tight + Math.max(0, gap - TIGHT_GAP));
  const less = Math.min(1, Math.max(0, -spare) / (slack + BOTTOM - TIGHT_GAP));
  let y = 0;
  const lanes = wishes.map(({ id, kind, label, place, tight, least, most, gap }): Lane => {
    const height = Math.floor(least + more * (most - least) - less * (least - tight));
    y += Math.floor(gap - less * Math.max(0, gap - TIGHT_GAP));
    const lane = { id, kind, label, place, y, height };
    y += height;
    return lane;
  });
  return { lanes, height: y + Math.floor(BOTTOM - less * (BOTTOM - TIGHT_GAP)) };
}

/** The lane at a height, gaps belonging to the lane below; undefined outside. */
export const laneAt = ({ lanes, height }: LaneLayout, y: number): Lane | undefined =>
  y < 0 || y > height ? undefined : (lanes.find((lane) => y < lane.y + lane.height) ?? lanes.at(-1));

/** Name of a lane for people who do not see where it stands. */
export const laneName = (lane: Lane): string => (lane.place ? placeName(lane.place) : lane.label.toLowerCase());
