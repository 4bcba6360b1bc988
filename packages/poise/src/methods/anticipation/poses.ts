/** Poses that scenario files call by name; angles in degrees. Those that scenarios start from have the centre of mass above the
 *  middle of the feet, for the person of solved.ts. */
import type { PoseAngles } from './pose-angles.ts';

export const NAMED_POSES: Readonly<Record<string, PoseAngles>> = {
  /** Knees never quite straight: two straight legs leave the controller no way up or down. */
  stand: { hip: 9.7, knee: 28, ankle: 18.3, shoulder: 5, elbow: 10 },
  'deep-bend': { hip: 82, knee: 25, ankle: 13, waist: 35, shoulder: 60, elbow: 10 },
  bow: { hip: 60, knee: 28, ankle: 14, waist: 25, shoulder: 40, elbow: 10 },
  crouch: { hip: 92, knee: 115, ankle: 38, waist: 20, shoulder: 45, elbow: 30 },
  'catch-ready': { hip: 13.4, knee: 28, ankle: 14.6, waist: 20, shoulder: 80, elbow: 12, shoulderIn: 5 },
  /** With a ball in the hands. */
  hold: { hip: 13.4, knee: 28, ankle: 14.6, waist: 20, shoulder: 60, elbow: 25, shoulderIn: 5 },
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
  /** On the left leg, the other one and the arms stretched out. */
  'one-leg-bend': {
    hip: 75,
    knee: 25,
    ankle: 9,
    waist: 10,
    shoulder: 60,
    elbow: 10,
    right: { hip: -20, knee: 15, ankle: 10 },
  },
  /** On the left leg, the other one behind. */
  'one-leg-crouch': {
    hip: 45,
    knee: 65,
    ankle: 32,
    waist: 15,
    shoulder: 30,
    elbow: 40,
    right: { hip: 5, knee: 105, ankle: 20, shoulder: -20, elbow: 40 },
  },
  kick: {
    hip: 7.6,
    knee: 20,
    ankle: 12.4,
    waist: -10,
    shoulder: 40,
    elbow: 20,
    right: { hip: 85, knee: 45, ankle: 15, shoulder: -40, elbow: 20 },
  },
};
