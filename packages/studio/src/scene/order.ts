/** The order in which transparent objects are drawn. Floor marks come before ghosts, so that these do not cover them. */
export const ORDER = {
  levels: -43,
  footprints: -42,
  supportFill: -41,
  supportEdge: -40,
  floorTrail: -39,
  capture: -38,
  plumb: -37,
  zmp: -36,
  soles: -35,
  spaceTrail: -34,
  arrows: 2, // and 3
  xray: 5, // a body that is seen through, over the arrows inside it
  skeleton: 10,
  joints: 11,
  limits: 12,
  com: 30,
  highlight: 40,
} as const;

/** Heights above the floor [m] that keep flat marks apart. */
export const LIFT = { footprints: 0.002, support: 0.004, trail: 0.006, marks: 0.008 } as const;
