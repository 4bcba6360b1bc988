/** A library of reactions, ready to be searched: signatures, contacts, directions and strengths of the frames before landing. */
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace } from '../../dynamics/workspace.ts';
import { frameAt } from '../../motion/clip.ts';
import { legLengthOf } from '../push-response/build-response.ts';
import { type Entry, entriesFor, landingsOf } from '../push-response/entries.ts';
import { type Response, type ResponseLibrary, STRATEGIES, type Strategy } from '../push-response/response.ts';
import { personOf } from './example-course.ts';
import { mirrorSignature, SIGNATURE, writeSignature } from './pose-signature.ts';

export interface ReactionIndex {
  readonly entries: readonly Entry[]; // every response and its mirror image
  readonly count: number; // frames of all entries
  readonly signatures: Float64Array; // count × SIGNATURE
  readonly contacts: Uint8Array; // count: 1 left, 2 right
  readonly entry: Int32Array; // count
  readonly frame: Int32Array; // count
  readonly angle: Float64Array; // count [rad] of the push, heading frame
  readonly strength: Float64Array; // count [N·s] for this body
}

const MOST_FRAMES = 30; // per reaction, from the push on
const tables = new WeakMap<Response, Float64Array>();

/** Of the responses with these strategies. */
export function createReactionIndex(
  library: ResponseLibrary,
  body: Body,
  strategies: readonly Strategy[] = STRATEGIES,
): ReactionIndex {
  const entries = entriesFor(library, body).filter(({ strategy }) => strategies.includes(strategy));
  const frames = entries.map((entry) => framesOf(entry));
  const count = frames.reduce((total, n) => total + n, 0);
  const index: ReactionIndex = {
    entries,
    count,
    signatures: new Float64Array(count * SIGNATURE),
    contacts: new Uint8Array(count),
    entry: new Int32Array(count),
    frame: new Int32Array(count),
    angle: new Float64Array(count),
    strength: new Float64Array(count),
  };
  let at = 0;
  entries.forEach((entry, k) => {
    const table = signaturesOf(entry.response, framesOf(entry));
    for (let f = 0; f < frames[k]; f++, at++) {
      const from = f * SIGNATURE;
      if (entry.mirrored) mirrorSignature(index.signatures, at * SIGNATURE, table, from);
      else index.signatures.set(table.subarray(from, from + SIGNATURE), at * SIGNATURE);
      const [left, right] = entry.response.contacts.map((touch) => touch[entry.first + f] > 0);
      index.contacts[at] = (left ? 1 : 0) | (right ? 2 : 0);
      if (entry.mirrored) index.contacts[at] = (right ? 1 : 0) | (left ? 2 : 0);
      index.entry[at] = k;
      index.frame[at] = entry.first + f;
      index.angle[at] = entry.angle;
      index.strength[at] = entry.radius;
    }
  });
  return index;
}

/** Frames from the push until the first foot lands. */
function framesOf(entry: Entry): number {
  const landing = landingsOf(entry)[0]?.frame ?? entry.response.clip.frameCount;
  return Math.max(1, Math.min(MOST_FRAMES, landing - entry.first, entry.response.clip.frameCount - entry.first));
}

function signaturesOf(response: Response, frames: number): Float64Array {
  let table = tables.get(response);
  if (table) return table;
  const { clip, onset } = response;
  const body = personOf(response);
  const ws = createWorkspace(body);
  const leg = legLengthOf(body);
  table = new Float64Array(frames * SIGNATURE);
  for (let f = 0; f < frames; f++) {
    forwardKinematics(body, ws, frameAt(clip, onset + f));
    writeSignature(table, f * SIGNATURE, body, ws, leg);
  }
  tables.set(response, table);
  return table;
}
