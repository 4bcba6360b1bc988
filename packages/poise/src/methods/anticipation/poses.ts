/** Poses that scenario files call by name; angles in degrees. Those that scenarios start from have the centre of mass above the
 *  middle of the feet, for the person of solved.ts. */
import type { PoseAngles } from './pose-angles.ts';

export const NAMED_POSES: Readonly<Record<string, PoseAngles>> = {
  /** Knees never quite straight: two straight legs leave the controller no way up or down. */
  stand: { hip: 9.7, knee: 28, ankle: 18.3, shoulder: 5, elbow: 10 },
  /** The hips back, so that the centre of mass ends 5 cm ahead of the middle of the feet; on the way it is farther out. */
  'deep-bend': { hip: 94.7, knee: 25, ankle: 5.3, waist: 35, shoulder: 60, elbow: 10 },
  bow: { hip: 85.7, knee: 25, ankle: 4.3, waist: 25, shoulder: 60, elbow: 10 },
  crouch: { hip: 92, knee: 115, ankle: 38, waist: 20, shoulder: 45, elbow: 30 },
  'catch-ready': { hip: 16, knee: 28, ankle: 12, waist: 20, shoulder: 80, elbow: 12, shoulderIn: 5 },
  /** With a ball in the hands, drawn near. */
  hold: { hip: 11.6, knee: 28, ankle: 16.4, waist: 5, shoulder: 20, elbow: 75, shoulderIn: 5 },
  'push-ready': { hip: 10.5, knee: 28, ankle: 17.5, shoulder: 20, elbow: 105 },
  'push-out': { hip: 16, knee: 28, ankle: 17, waist: 10, shoulder: 92, elbow: 10 },
  'punch-ready': { hip: 19.5, knee: 40, ankle: 22.5, shoulder: 30, elbow: 110, right: { shoulder: 10, elbow: 120 } },
  'punch-out': {
    hip: 20,
    knee: 40,
    ankle: 22,
    waist: 25,
    shoulder: 10,
    elbow: 110,
    right: { shoulder: 95, elbow: 5 },
  },
  /** A lunge on the left leg, the other one and the arms behind. */
  'kick-ready': {
    hip: 30.1,
    knee: 40,
    ankle: 19.9,
    waist: 35,
    shoulder: -40,
    elbow: 40,
    right: { hip: -20, knee: 60, ankle: 20 },
  },
  /** On the left leg, the other one and the arms swung up in front. */
  kick: {
    hip: 1.2,
    knee: 25,
    ankle: 21.4,
    waist: -25,
    shoulder: 120,
    elbow: 20,
    right: { hip: 95, knee: 5, ankle: 15 },
  },
};
