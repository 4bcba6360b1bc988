/** Gains of the momentum controller, as measured; docs/methods/simulation.md says what each does. */
import type { ControllerGains } from './types.ts';

/** Strong against pushes; postures give way to balance. */
export const GAINS: ControllerGains = {
  com: 150,
  comDamping: 19.6,
  height: 100,
  heightDamping: 20,
  track: 100,
  trackDamping: 12,
  linearWeight: 1,
  verticalWeight: 2,
  angularWeight: 1,
  trackWeight: 0.002,
  orientationWeight: 0.001,
  orientation: 100,
  orientationDamping: 20,
  footLevel: 100,
  footDamping: 20,
  friction: 0.7,
  copMargin: 0.01,
  yields: 0.0005,
  partWeights: { waist: 1, neck: 1, shoulder: 0.4, elbow: 0.4, wrist: 0.4, hip: 0.6, knee: 1.5, ankle: 1 },
  torqueLimits: { waist: 250, neck: 60, shoulder: 100, elbow: 60, wrist: 20, hip: 250, knee: 250, ankle: 150 },
};

/** Keeps to the motion: what the scenes of [Rabbani14] need, where the motion itself is the trouble. */
export const TIGHT_GAINS: ControllerGains = {
  ...GAINS,
  com: 60,
  comDamping: 12.4,
  track: 200,
  trackDamping: 28.3,
  trackWeight: 0.02,
  orientationWeight: 0,
  partWeights: { waist: 1, neck: 1, shoulder: 1, elbow: 1, wrist: 1, hip: 1, knee: 1, ankle: 1 },
};

/** Keeps the shape of the motion whatever happens, and leans with the ankles only: nothing gives way, so that what the motion does to
 *  the balance is felt in full. */
export const SHAPE_GAINS: ControllerGains = {
  ...TIGHT_GAINS,
  trackWeight: 1,
  yields: 1e4,
  partWeights: { ...TIGHT_GAINS.partWeights, ankle: 0.2 },
};
