/** What the lanes show and where they lie, derived when it changes. */
import { useMemo, useState } from 'react';
import type { LaneContents } from './hit.ts';
import { comfortableHeight, type LaneLayout, layoutLanes, MOST_ROWS } from './lanes.ts';
import type { Side } from './overrides.ts';
import { packRows } from './runs.ts';
import { imbalanceSize } from './signals.ts';
import type { TimelineProps } from './types.ts';
import type { MovedPush } from './use-pointer.ts';

const UNFOLDED = { left: false, right: false };
const NO_LANES: NonNullable<TimelineProps['extra']> = [];
const FINDING_GAP = 0.004; // of the clip, between two findings of one row

/** A push on its way is shown where it is; a report of another clip is not shown. */
export function useContents(props: TimelineProps, moved: MovedPush | undefined): LaneContents | undefined {
  const { clip, report, findings, overrides, events, extra = NO_LANES } = props;
  const matching = report && clip && report.frameCount === clip.frameCount ? report : undefined;
  const imbalance = useMemo(() => matching && imbalanceSize(matching), [matching]);
  const findingRows = useMemo(
    () => packRows(findings, MOST_ROWS, FINDING_GAP * (clip?.frameCount ?? 0)),
    [findings, clip],
  );
  return useMemo(() => {
    if (!clip || clip.frameCount === 0) return undefined;
    const placed = moved ? events.map((track, i) => (i === moved.index ? moved.track : track)) : events;
    return { clip, report: matching, imbalance, findings, findingRows, overrides, events: placed, extra };
  }, [clip, matching, imbalance, findings, findingRows, overrides, events, extra, moved]);
}

export interface FoldedLayout {
  readonly layout: LaneLayout;
  readonly folded: Readonly<Record<Side, boolean>>;
  readonly onFold: (side: Side) => void;
}

/** A low panel starts with one lane per foot; a person's choice stays. `bare`: nothing is judged while it grows. */
export function useLayout(height: number, contents: LaneContents | undefined, bare: boolean): FoldedLayout {
  const [chosen, setChosen] = useState<Partial<Record<Side, boolean>>>({});
  const rows = contents ? contents.findingRows.reduce((most, row) => Math.max(most, row + 1), 1) : 1;
  const extra = contents?.extra ?? NO_LANES;
  return useMemo(() => {
    const low = height > 0 && height < comfortableHeight({ findingRows: rows, folded: UNFOLDED, bare, extra });
    const folded = { left: low, right: low, ...chosen };
    const onFold = (side: Side): void => setChosen((old) => ({ ...old, [side]: !folded[side] }));
    return { layout: layoutLanes({ available: height, findingRows: rows, folded, bare, extra }), folded, onFold };
  }, [height, rows, chosen, extra, bare]);
}
