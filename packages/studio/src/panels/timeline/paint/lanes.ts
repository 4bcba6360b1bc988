/** All lanes, one after the other. */
import { columnsOf } from '../columns.ts';
import type { LaneContents } from '../hit.ts';
import type { Lane, LaneLayout } from '../lanes.ts';
import { paintContacts } from './contacts.ts';
import { paintEvents, paintFindings } from './marks.ts';
import type { Sheet } from './sheet.ts';
import { paintImbalance, paintSupport } from './strips.ts';

/** What is outlined. */
export interface Chosen {
  readonly finding: number | undefined;
  readonly event: number | undefined;
}

export function paintLanes(sheet: Sheet, layout: LaneLayout, contents: LaneContents, chosen: Chosen): void {
  const columns = columnsOf(sheet.base, sheet.range, sheet.width * sheet.ratio);
  const { report, imbalance, overrides } = contents;
  for (const lane of layout.lanes) {
    if (lane.kind === 'findings') {
      paintFindings(sheet, lane, contents.findings, contents.findingRows, chosen.finding);
    } else if (lane.kind === 'events') {
      paintTrack(sheet, lane);
      paintEvents(sheet, lane, contents.events, chosen.event);
    } else if (lane.kind === 'extra') {
      paintTrack(sheet, lane);
      const own = contents.extra.find(({ id }) => id === lane.id);
      sheet.ctx.save();
      own?.paint(sheet, lane, own.data);
      sheet.ctx.restore();
    } else if (lane.place) {
      paintContacts(sheet, columns, lane, lane.place, report, overrides);
    } else {
      paintTrack(sheet, lane);
      if (lane.kind === 'support' && report) paintSupport(sheet, columns, lane, report);
      if (lane.kind === 'imbalance' && imbalance) paintImbalance(sheet, columns, lane, imbalance);
    }
  }
}

/** The quiet ground on which a lane's contents lie. */
function paintTrack({ ctx, width, palette }: Sheet, lane: Lane): void {
  ctx.fillStyle = palette['panel-2'];
  ctx.fillRect(0, lane.y, width, lane.height);
}
