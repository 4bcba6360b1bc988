/** BVH text → RawMotion, in the file's own units and axes. */
import { quatFromEuler } from '../../math/euler.ts';
import type { ImportNote } from '../clip.ts';
import type { RawMotion } from '../raw-motion.ts';
import type { BvhDocument, BvhHierarchy } from './bvh-document.ts';
import { readHierarchy } from './bvh-hierarchy.ts';
import { readMotion } from './bvh-motion.ts';
import { findAddedOffsets } from './bvh-placement.ts';
import { rotationOf } from './bvh-rotation.ts';
import type { ReadOptions } from './format.ts';
import { CARRIAGE_RETURN, createScanner, LINE_FEED } from './text-scan.ts';

/** Frames converted at a time: the rows of a block stay in the cache while joint after joint picks its columns. */
const BLOCK = 64;

/** Reads a BVH file. Throws FormatError with line and column. */
export function parseBvh(data: Uint8Array, file: string, lost: ReadOptions['lost'] = 'refuse'): RawMotion {
  const s = createScanner(data, file);
  const hierarchy = readHierarchy(s);
  const header = s.bytes.slice(0, s.at);
  const rows = readMotion(s, hierarchy, lost === 'bridge');
  const document: BvhDocument = {
    ...hierarchy,
    header,
    lineEnd: lineEndOf(header),
    frameTimeText: rows.frameTimeText,
    frameTime: rows.frameTime,
    addsOffset: findAddedOffsets(hierarchy, rows.values, rows.frameCount),
    frameCount: rows.frameCount,
    values: rows.values,
  };
  return {
    format: 'bvh',
    file,
    animation: '',
    joints: hierarchy.joints.map(({ name, parent, offset }) => ({
      name,
      parent,
      translation: offset,
      rotation: [0, 0, 0, 1],
      scale: 1,
    })),
    endSites: hierarchy.endSites,
    frameTime: rows.frameTime,
    frameCount: rows.frameCount,
    translations: translationsOf(document),
    rotations: rotationsOf(document),
    scales: hierarchy.joints.map(() => undefined),
    statedMetresPerUnit: undefined,
    statedUp: undefined,
    notes: [...rows.notes, ...contentNotes(document)],
    document,
  };
}

function lineEndOf(header: Uint8Array): BvhDocument['lineEnd'] {
  const at = header.findIndex((byte) => byte === LINE_FEED || byte === CARRIAGE_RETURN);
  if (header[at] !== CARRIAGE_RETURN) return '\n';
  return header[at + 1] === LINE_FEED ? '\r\n' : '\r';
}

/** Local positions of the joints that have position channels; axes without a channel keep the OFFSET. */
function translationsOf(document: BvhDocument): (Float64Array | undefined)[] {
  const { values, frameCount, channelCount } = document;
  return document.joints.map((joint, n) => {
    const base = document.addsOffset[n] ? joint.offset : [0, 0, 0];
    if (!joint.channels.some(({ kind }) => kind === 'position')) return undefined;
    const out = new Float64Array(3 * frameCount);
    for (let frame = 0; frame < frameCount; frame++) out.set(joint.offset, 3 * frame);
    joint.channels.forEach(({ kind, axis }, place) => {
      if (kind !== 'position') return;
      const column = joint.firstChannel + place;
      for (let frame = 0; frame < frameCount; frame++) {
        out[3 * frame + axis] = base[axis] + values[frame * channelCount + column];
      }
    });
    return out;
  });
}

/** Local rotations of the joints that have rotation channels. */
function rotationsOf(document: BvhDocument): (Float64Array | undefined)[] {
  const { values, frameCount, channelCount } = document;
  const rotations = document.joints.map(rotationOf);
  const tracks = rotations.map(({ columns }) => (columns.length > 0 ? new Float64Array(4 * frameCount) : undefined));
  const angles = new Float64Array(16);
  for (let start = 0; start < frameCount; start += BLOCK) {
    const end = Math.min(frameCount, start + BLOCK);
    for (let joint = 0; joint < tracks.length; joint++) {
      const track = tracks[joint];
      if (!track) continue;
      const { order, anglesInRow } = rotations[joint];
      for (let frame = start; frame < end; frame++) {
        anglesInRow(angles, 0, values, frame * channelCount);
        quatFromEuler(track, 4 * frame, order, angles, 0);
      }
    }
  }
  return tracks;
}

function contentNotes(document: BvhDocument): ImportNote[] {
  const notes: ImportNote[] = [];
  const say = (text: string, confidence: ImportNote['confidence']) =>
    notes.push({ topic: 'content', text, confidence });
  if (document.frameCount === 0) say('the file holds no frames, only a skeleton', 'sure');
  const twice = repeatedNames(document);
  if (twice.length > 0) say(`several joints are named ${twice.slice(0, 5).join(', ')}`, 'sure');
  const added = document.joints.filter((_, joint) => document.addsOffset[joint]).map(({ name }) => `"${name}"`);
  if (added.length > 0) {
    const names = `${added.slice(0, 5).join(', ')}${added.length > 5 ? ' and others' : ''}`;
    say(`the positions of ${names} are small beside the OFFSET and are added to it, not taken in its place`, 'likely');
  }
  return notes;
}

function repeatedNames({ joints }: BvhHierarchy): string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { name } of joints) (seen.has(name) ? twice : seen).add(name);
  return [...twice].map((name) => `"${name}"`);
}
