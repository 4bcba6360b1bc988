/**
 * BVH files may give a joint fewer channels than a changed motion needs: knees that turn about one axis, a root that never
 * moves. The missing channels are added to the header. Everything else stays as it was.
 */
import type { Axis } from '../../math/euler.ts';
import type { RawMotion } from '../raw-motion.ts';
import type { BvhChannel, BvhDocument, BvhJoint } from './bvh-document.ts';
import { straysAlong } from './bvh-print.ts';
import { rotationOf } from './bvh-rotation.ts';
import { fitsAxes, missingAxes } from './euler-track.ts';

const AXES = [0, 1, 2] as const;

/** The same motion in a layout that holds it; the very same where it fits. */
export function inWideLayout(raw: RawMotion): RawMotion {
  const document = raw.document as BvhDocument;
  const added = document.joints.map((joint, n) => channelsToAdd(raw, joint, n));
  if (added.every((channels) => channels.length === 0)) return raw;
  const joints: BvhJoint[] = [];
  let channelCount = 0;
  document.joints.forEach((joint, n) => {
    const channels = [...joint.channels, ...added[n]];
    joints.push({ ...joint, channels, firstChannel: channelCount });
    channelCount += channels.length;
  });
  const header = widerHeader(document, added);
  const values = widerRows(document, joints, channelCount);
  return { ...raw, document: { ...document, joints, channelCount, header, values } satisfies BvhDocument };
}

/** Names of the joints that move in ways for which the file has no channel. */
export function widenedJoints(raw: RawMotion): readonly string[] {
  const { joints } = raw.document as BvhDocument;
  return joints.filter((joint, n) => channelsToAdd(raw, joint, n).length > 0).map(({ name }) => name);
}

function channelsToAdd(raw: RawMotion, joint: BvhJoint, n: number): readonly BvhChannel[] {
  const moves = raw.translations[n];
  const places = moves ? AXES.filter((axis) => !has(joint, axis) && straysAlong(moves, axis, joint.offset)) : [];
  const track = raw.rotations[n];
  const { order } = rotationOf(joint);
  const rotationAt = (out: Float64Array, frame: number) => {
    for (let k = 0; k < 4; k++) out[k] = track ? track[4 * frame + k] : raw.joints[n].rotation[k];
  };
  const turns = fitsAxes({ order, frameCount: raw.frameCount, rotationAt }) ? [] : missingAxes(order);
  return [
    ...places.map((axis) => ({ kind: 'position', axis }) as const),
    ...turns.map((axis) => ({ kind: 'rotation', axis }) as const),
  ];
}

const has = ({ channels }: BvhJoint, axis: Axis): boolean =>
  channels.some((channel) => channel.kind === 'position' && channel.axis === axis);

/** The source's header with longer lists of channels. */
function widerHeader({ header, joints, lineEnd }: BvhDocument, added: readonly (readonly BvhChannel[])[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const encoder = new TextEncoder();
  let at = 0;
  joints.forEach(({ channels, channelsAt: [start, end] }, n) => {
    if (added[n].length === 0) return;
    const words = added[n].map(({ kind, axis }) => ` ${'XYZ'[axis]}${kind}`).join('');
    const old = new TextDecoder().decode(header.subarray(start, end));
    const count = channels.length + added[n].length;
    const text = start === end ? `${lineEnd}CHANNELS ${count}${words}` : old.replace(/^\S+/, `${count}`) + words;
    parts.push(header.subarray(at, start), encoder.encode(text));
    at = end;
  });
  parts.push(header.subarray(at));
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let length = 0;
  for (const part of parts) {
    whole.set(part, length);
    length += part.length;
  }
  return whole;
}

/** The source's rows; channels that are new hold what the file meant without them. */
function widerRows(document: BvhDocument, joints: readonly BvhJoint[], channelCount: number): Float64Array {
  const values = new Float64Array(document.frameCount * channelCount);
  for (let frame = 0; frame < document.frameCount; frame++) {
    document.joints.forEach(({ channels, firstChannel, offset }, n) => {
      const from = frame * document.channelCount + firstChannel;
      const to = frame * channelCount + joints[n].firstChannel;
      values.set(document.values.subarray(from, from + channels.length), to);
      joints[n].channels.slice(channels.length).forEach(({ kind, axis }, k) => {
        if (kind === 'position') values[to + channels.length + k] = document.addsOffset[n] ? 0 : offset[axis];
      });
    });
  }
  return values;
}
