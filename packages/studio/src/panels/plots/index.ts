/** The panel of plots. */
export { DEFAULT_PLOTS, PLOTS } from './catalogue.ts';
export { Plots } from './plots.tsx';
export type { ExportedPlot, PlotKind, PlotsHandle, PlotsProps } from './types.ts';
