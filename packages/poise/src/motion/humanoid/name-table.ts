/**
 * What joints are called. A word may fit several parts ("shoulder" is a collar bone in MotionBuilder and an upper arm in
 * Biovision files); the weights and the tree decide. Sided parts are listed once, for both sides.
 */
import { type NameWords, nameWords } from './name-words.ts';

export const LEG_PARTS = ['upperLeg', 'lowerLeg', 'foot', 'toes'] as const;
export const ARM_PARTS = ['shoulder', 'upperArm', 'lowerArm', 'hand'] as const;
export type LimbPart = (typeof LEG_PARTS)[number] | (typeof ARM_PARTS)[number];
export type TrunkPart = 'hips' | 'spine' | 'neck' | 'head';
export type Part = LimbPart | TrunkPart;

type Weights = Readonly<Partial<Record<Part, number>>>;

const TABLE: Readonly<Record<string, Weights>> = {
  // legs
  upleg: { upperLeg: 1 },
  upperleg: { upperLeg: 1 },
  legupper: { upperLeg: 1 },
  thigh: { upperLeg: 1 },
  thighbend: { upperLeg: 1 },
  femur: { upperLeg: 1 },
  hip: { upperLeg: 0.6, hips: 1 },
  leg: { upperLeg: 0.5, lowerLeg: 0.9 },
  lowerleg: { lowerLeg: 1 },
  leglower: { lowerLeg: 1 },
  lowleg: { lowerLeg: 1 },
  shin: { lowerLeg: 1 },
  shank: { lowerLeg: 1 },
  calf: { lowerLeg: 1 },
  tibia: { lowerLeg: 1 },
  knee: { lowerLeg: 1 },
  foot: { foot: 1, toes: 0.3 }, // the ball of the foot below an ankle, as in SMPL
  ankle: { foot: 1 },
  talus: { foot: 1 }, // OpenSim: the ankle turns here, the heel bone below it
  calcn: { foot: 1 },
  toe: { toes: 1 },
  toes: { toes: 1 },
  toebase: { toes: 1 },
  ball: { toes: 1 },
  // arms
  shoulder: { shoulder: 1, upperArm: 0.8 },
  clavicle: { shoulder: 1 },
  clav: { shoulder: 1 },
  collar: { shoulder: 1 },
  collarbone: { shoulder: 1 },
  scapula: { shoulder: 0.6 },
  arm: { upperArm: 1, lowerArm: 0.3 },
  upperarm: { upperArm: 1 },
  uparm: { upperArm: 1 },
  armupper: { upperArm: 1 },
  shldr: { upperArm: 1 },
  shldrbend: { upperArm: 1 },
  humerus: { upperArm: 1 },
  forearm: { lowerArm: 1 },
  forearmbend: { lowerArm: 1 },
  lowerarm: { lowerArm: 1 },
  lowarm: { lowerArm: 1 },
  armlower: { lowerArm: 1 },
  elbow: { lowerArm: 1 },
  ulna: { lowerArm: 1 },
  radius: { lowerArm: 1 },
  hand: { hand: 1 },
  wrist: { hand: 1 },
  palm: { hand: 0.4 },
  // trunk
  hips: { hips: 1 },
  pelvis: { hips: 1 },
  spine: { spine: 1 },
  torso: { spine: 1 },
  chest: { spine: 1 },
  thorax: { spine: 1 },
  abdomen: { spine: 1 },
  neck: { neck: 1 },
  lowerneck: { neck: 1 },
  upperneck: { neck: 1 },
  head: { head: 1 },
  face: { head: 0.6 },
  skull: { head: 0.6 },
};

const known = (word: string): boolean => Object.hasOwn(TABLE, word);

/** A joint's name and how well it fits each part. */
export interface ReadName extends NameWords {
  readonly fits: Weights;
  readonly key: string; // the word that matched; '' when none did
}

/** A name may carry words of its own in front ("Robot_thigh"), at a price. */
const PRICE_PER_WORD = 0.1;

export function readName(name: string): ReadName {
  const words = nameWords(name, known);
  for (let skip = 0; skip < words.words.length; skip++) {
    const key = words.words.slice(skip).join('');
    if (!known(key)) continue;
    const factor = (1 - PRICE_PER_WORD * skip) * (1 + 0.01 * words.preferred);
    const fits = Object.fromEntries(Object.entries(TABLE[key]).map(([part, weight]) => [part, weight * factor]));
    return { ...words, fits, key };
  }
  return { ...words, fits: {}, key: '' };
}
