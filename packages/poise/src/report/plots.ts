/** The plots of the page, top to bottom: what is drawn and how it is named. The script in client/ draws from this list. */
import type { SeriesName } from './page-data.ts';

export interface PlotLine {
  readonly series: SeriesName;
  readonly label: string;
  readonly colour: 'com' | 'zmp' | 'forward' | 'left' | 'up' | 'margin';
}

export interface Plot {
  readonly title: string;
  readonly hint: string;
  readonly unit: string;
  readonly scale: number; // shown = stored · scale
  readonly lines: readonly PlotLine[];
  /** Where the clip travels, values are drawn relative to this series. */
  readonly about?: SeriesName;
  /** A shaded area between two series. */
  readonly band?: readonly [low: SeriesName, high: SeriesName];
  /** A shaded area of two deviations about the first line. */
  readonly deviation?: SeriesName;
  /** A level that means something, drawn as a line. */
  readonly level?: number;
  /** Shade what lies below zero. */
  readonly badBelowZero?: boolean;
  readonly tall?: boolean;
}

const THREE_AXES = (name: 'momentum' | 'force'): readonly PlotLine[] => [
  { series: `${name}Forward`, label: 'forward', colour: 'forward' },
  { series: `${name}Left`, label: 'left', colour: 'left' },
  { series: `${name}Up`, label: 'up', colour: 'up' },
];

export const PLOTS: readonly Plot[] = [
  {
    title: 'Fore-aft',
    hint: 'the zero moment point must stay within the grey band of the support [m]; forward is up',
    unit: 'm',
    scale: 1,
    about: 'comForward',
    band: ['supportBack', 'supportFront'],
    lines: [
      { series: 'zmpForward', label: 'ZMP', colour: 'zmp' },
      { series: 'comForward', label: 'CoM', colour: 'com' },
    ],
    tall: true,
  },
  {
    title: 'Lateral',
    hint: 'the same sideways [m]; left is up',
    unit: 'm',
    scale: 1,
    about: 'comLeft',
    band: ['supportRight', 'supportLeft'],
    lines: [
      { series: 'zmpLeft', label: 'ZMP', colour: 'zmp' },
      { series: 'comLeft', label: 'CoM', colour: 'com' },
    ],
    tall: true,
  },
  {
    title: 'Margin',
    hint: 'distance of the ZMP to the edge of the support; below zero it is outside [cm]',
    unit: 'cm',
    scale: 100,
    lines: [{ series: 'margin', label: 'margin', colour: 'margin' }],
    deviation: 'deviation',
    level: 0,
    badBelowZero: true,
  },
  {
    title: 'Height of the centre of mass',
    hint: '[m]',
    unit: 'm',
    scale: 1,
    lines: [{ series: 'comHeight', label: 'CoM', colour: 'com' }],
  },
  {
    title: 'Ground reaction',
    hint: 'force the floor must give, in body weights',
    unit: 'bw',
    scale: 1,
    lines: THREE_AXES('force'),
    level: 1,
  },
  {
    title: 'Linear momentum',
    hint: '[kg·m/s]',
    unit: 'kg·m/s',
    scale: 1,
    lines: THREE_AXES('momentum'),
    level: 0,
  },
  {
    title: 'Angular momentum',
    hint: 'about the centre of mass [kg·m²/s]',
    unit: 'kg·m²/s',
    scale: 1,
    lines: [
      { series: 'spinForward', label: 'roll', colour: 'forward' },
      { series: 'spinLeft', label: 'pitch', colour: 'left' },
      { series: 'spinUp', label: 'yaw', colour: 'up' },
    ],
    level: 0,
  },
];
