/** FBX's TimeMode and what it says in frames per second; the first of equal rates is the one that is written. */
export const TIME_MODES: readonly (readonly [mode: number, rate: number])[] = [
  [1, 120],
  [2, 100],
  [3, 60],
  [4, 50],
  [5, 48],
  [6, 30],
  [7, 30],
  [8, 30 / 1.001],
  [9, 30 / 1.001],
  [10, 25],
  [11, 24],
  [13, 24 / 1.001],
  [15, 96],
  [16, 72],
  [17, 60 / 1.001],
  [18, 120 / 1.001],
];

/** The mode of files that state their rate as a number. */
export const CUSTOM_RATE = 14;

/** User property of a stack: its frame time [s] to the last digit, where key times are rounded. */
export const FRAME_TIME_PROPERTY = 'PoiseFrameTime';
