/** Colours of the stage, sRGB. The page's own variables are for panels; a lit scene needs its own. */
export interface Palette {
  readonly skyTop: number;
  readonly horizon: number; // also the ground far away
  readonly ground: number;
  readonly gridMetre: number;
  readonly gridTenth: number;
  readonly shadow: number;
  readonly shadowStrength: number; // 0 … 1
  readonly glow: number; // how much brighter the floor is around the person
  readonly good: number;
  readonly warn: number;
  readonly bad: number;
  readonly left: number;
  readonly right: number;
  readonly middle: number; // of the skeleton
  readonly support: number;
  readonly com: number;
  readonly comDark: number; // the other quarters of the ball
  readonly reaction: number;
  readonly linear: number;
  readonly angular: number;
  readonly capture: number;
  readonly past: number;
  readonly future: number;
  readonly highlight: number;
  readonly push: number;
  readonly weight: number; // carried
}

const LIGHT: Palette = {
  skyTop: 0xf6f8fb,
  horizon: 0xdde3ea,
  ground: 0xd3dae2,
  gridMetre: 0xb3bcc8,
  gridTenth: 0xc3cbd5,
  shadow: 0x1c2530,
  shadowStrength: 0.46,
  glow: 0.16,
  good: 0x0a9a5f,
  warn: 0xd98a00,
  bad: 0xdc2f2f,
  left: 0x2f6fd0,
  right: 0xd06a2f,
  middle: 0x596373,
  support: 0x4468cf,
  com: 0xf0b400,
  comDark: 0x1d2229,
  reaction: 0x0b8f83,
  linear: 0x0a86c4,
  angular: 0xc43a94,
  capture: 0x7a4be0,
  past: 0x0aa5c4,
  future: 0xd040b8,
  highlight: 0xff9f0a,
  push: 0xe8480c,
  weight: 0x7d8896,
};

const DARK: Palette = {
  skyTop: 0x0c0f13,
  horizon: 0x20262e,
  ground: 0x262d36,
  gridMetre: 0x414b58,
  gridTenth: 0x303843,
  shadow: 0x05070a,
  shadowStrength: 0.68,
  glow: 0.5,
  good: 0x3fd18f,
  warn: 0xffb454,
  bad: 0xff5a5a,
  left: 0x5b95ee,
  right: 0xe88a4f,
  middle: 0xaeb8c6,
  support: 0x7d9bea,
  com: 0xffd84a,
  comDark: 0x14181e,
  reaction: 0x2bd1be,
  linear: 0x45b8f0,
  angular: 0xf06cc0,
  capture: 0xa98bff,
  past: 0x35d6f2,
  future: 0xff6de0,
  highlight: 0xffb340,
  push: 0xff7a3d,
  weight: 0x9aa6b5,
};

export const paletteOf = (dark: boolean): Palette => (dark ? DARK : LIGHT);
