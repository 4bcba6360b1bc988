/** Motions that Poise makes stand on a floor that is known: y = 0. It must not be fitted to their feet, or one that floats
 *  would be given thick soles and a higher floor. */
import type { Clip } from 'poise';
import type { ClipRequest } from './api.ts';

const MADE_HERE = 'performed';
const NOTE = { topic: 'ground', text: 'made on a floor at y = 0', confidence: 'stated' } as const;

const stated = new WeakMap<Clip, Clip>();

/** Was the motion, or what it was made from, performed here? */
function isPerformed(request: ClipRequest): boolean {
  if (request.kind === 'made') return request.from !== undefined && isPerformed(request.from);
  return request.kind === 'built-in';
}

/** The clip as it is to be judged; the same object for the same clip. */
export function onKnownFloor(request: ClipRequest, clip: Clip): Clip {
  if (clip.source || !isPerformed(request)) return clip;
  const known = stated.get(clip) ?? withStatedFloor(clip);
  stated.set(clip, known);
  return known;
}

/** Nothing was captured, so nothing has to be smoothed. */
export const isMadeHere = ({ source }: Clip): boolean => source?.format === MADE_HERE;

const withStatedFloor = (clip: Clip): Clip => ({
  ...clip,
  source: {
    format: MADE_HERE,
    file: '',
    animation: '',
    frame: { metresPerUnit: 1, worldFromFile: [0, 0, 0, 1], groundHeight: 0 },
    nodeOfJoint: Int32Array.from(clip.skeleton.names, (_, joint) => joint),
    referenceFrames: new Float64Array(0),
    notes: [NOTE],
    document: undefined,
  },
});
