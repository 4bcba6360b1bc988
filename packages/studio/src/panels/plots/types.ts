/** What a plot is, and what the panel of plots is given and says back. */
import type { BalanceReport, Body, Clip, Finding } from 'poise';
import type { Ref } from 'react';
import type { ColourName } from '../timeline/palette.ts';
import type { TimeRange } from '../timeline/range.ts';

/** What plots are drawn from. */
export interface PlotSource {
  readonly clip: Clip;
  readonly report: BalanceReport;
  readonly body: Body | undefined; // joint angles need it
  readonly blamed: Uint8Array; // frames, 1 = the verdict holds the ZMP against the clip
  readonly result?: unknown; // what the mode that brought the plot has found out
}

/** Values per frame in the plot's unit; NaN where undefined, which breaks the line. */
export interface PlotLine {
  readonly label: string;
  readonly values: Float64Array;
  readonly colour: ColourName;
  readonly quiet?: boolean; // drawn thin
  readonly marks?: string; // label of the line it is drawn over to mark part of it; no entry in legend and file
}

export interface PlotBand {
  readonly label: string;
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly colour: ColourName;
  readonly edged?: boolean; // its edges are drawn too
}

export interface PlotLevel {
  readonly value: number;
  readonly colour: ColourName;
  readonly label?: string;
}

export interface PlotData {
  readonly lines: readonly PlotLine[];
  readonly bands?: readonly PlotBand[];
  readonly levels?: readonly PlotLevel[];
  readonly note?: string; // how to read it, where that depends on the clip
}

/** One kind of plot. To add one: one line in catalogue.ts. */
export interface PlotKind {
  readonly id: string;
  readonly title: string;
  readonly group: string; // heading in the menu
  readonly unit: string; // '' for a plain number
  readonly digits: number; // of the live values
  readonly hint: string; // one sentence
  readonly least: number; // smallest height of the value axis, in the unit
  readonly fromZero?: boolean; // the value axis reaches down to zero
  readonly ceiling?: number; // values beyond are cut off rather than flattening the rest
  readonly select: (source: PlotSource, choice: string | undefined) => PlotData;
  /** What can be chosen within the kind (which joint); the id of a shown plot is then 'id:choice'. */
  readonly choices?: (source: Pick<PlotSource, 'clip'>) => readonly string[];
}

/** A picture or a table of one plot, ready to be saved. */
export interface ExportedPlot {
  readonly name: string; // of the file
  readonly blob: Blob;
}

export interface PlotsHandle {
  /** Moves the playhead and the live values without a render [s]. */
  readonly setTime: (t: number) => void;
}

export interface PlotsProps {
  readonly clip: Clip | undefined;
  readonly report: BalanceReport | undefined;
  readonly body: Body | undefined;
  readonly findings: readonly Finding[];
  readonly time: number; // [s] where the playhead rests; while playing, setTime moves it
  readonly range: TimeRange | undefined; // [s] visible; undefined: all
  readonly plots: readonly string[]; // ids of the catalogue, top to bottom
  readonly extra?: readonly PlotKind[] | undefined; // kinds beside those of the catalogue
  readonly result?: unknown; // for them
  readonly onRange: (range: TimeRange | undefined) => void;
  readonly onSeek: (t: number) => void;
  readonly onPlotsChange: (plots: readonly string[]) => void;
  readonly onExport?: (file: ExportedPlot) => void; // without it the browser saves the file
  readonly ref?: Ref<PlotsHandle>;
}
