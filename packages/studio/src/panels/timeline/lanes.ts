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
    least: folded ? 16 : 12,
    most: folded ? 26 : 22,
    gap: i === 0 ? 7 : 2,
  }));
}

/** Lanes from top to bottom. What the panel has beyond the least heights is shared out. */
export function layoutLanes({ available, findingRows, folded, extra = [] }: LaneSettings): LaneLayout {
  const findings = 6 + ROW_HEIGHT * Math.min(MOST_ROWS, Math.max(1, findingRows));
  const wishes: readonly Wish[] = [
    { id: 'findings', kind: 'findings', label: 'Findings', least: findings, most: findings, gap: 4 },
    { id: 'support', kind: 'support', label: 'Support', least: 18, most: 28, gap: 4 },
    { id: 'imbalance', kind: 'imbalance', label: 'Imbalance', least: 18, most: 40, gap: 4 },
    ...SIDES.flatMap((side) => footLanes(side, folded[side])),
    { id: 'events', kind: 'events', label: 'Pushes', least: 22, most: 26, gap: 7 },
    ...extra.map(({ id, label, least: low, most }): Wish => ({ id, kind: 'extra', label, least: low, most, gap: 7 })),
  ];
  const bottom = 6;
  const least = wishes.reduce((sum, wish) => sum + wish.least + wish.gap, bottom);
  const room = wishes.reduce((sum, wish) => sum + wish.most - wish.least, 0);
  const share = Math.min(1, Math.max(0, available - least) / room);
  let y = 0;
  const lanes = wishes.map(({ id, kind, label, place, least: low, most, gap }): Lane => {
    const height = Math.floor(low + share * (most - low));
    const lane = { id, kind, label, place, y: y + gap, height };
    y += gap + height;
    return lane;
  });
  return { lanes, height: y + bottom };
}

/** The lane at a height, gaps belonging to the lane below; undefined outside. */
export const laneAt = ({ lanes, height }: LaneLayout, y: number): Lane | undefined =>
  y < 0 || y > height ? undefined : (lanes.find((lane) => y < lane.y + lane.height) ?? lanes.at(-1));

/** Name of a lane for people who do not see where it stands. */
export const laneName = (lane: Lane): string => (lane.place ? placeName(lane.place) : lane.label.toLowerCase());
