/** Numbers of retargeting: value, unit, reason. */
export const RETARGET_PARAMETERS = {
  /** [m] How much higher than the lower one an end of the sole may be and still say where the foot is. Half: the reference jumps from
   *  heel to ball; double: the ball slides while the heel rises. */
  soleSwitch: 0.01,
  /** Share of the leg's length that hips leave it, so that knees do not lock: the model person walks at 0.998. */
  mostReach: 0.998,
  /** [s] Hips come down for legs that are too short so long before, and go up so long after. Half: hips bob; double: they stay low. */
  dropTime: 0.12,
  /** [m] Hands nearer to each other than this keep their distance … chosen: clapping, folded and holding hands. */
  handsNear: 0.12,
  /** [m] … farther than this they go where the arms lead; between, by and by. */
  handsFar: 0.3,
  /** [m] Hands lower than this over the floor rest on it … thickness of a hand and a wrist. */
  handLow: 0.1,
  /** [m] … and higher than this they are free. */
  handHigh: 0.25,
} as const;
