/** RawMotion → .amc text for the skeleton of its document. */
import { UsageError } from '../../errors.ts';
import { multiplyQuat, rotateBack3 } from '../../math/quat.ts';
import type { RawMotion } from '../raw-motion.ts';
import type { AsfAmcDocument, AsfBone } from './asf-amc-document.ts';
import { columnOf, orderOf, POSITIONS, restOffset } from './asf-amc-parse.ts';
import { type EulerTrack, writeEulerTrack } from './euler-track.ts';
import { createWriter, exactNumber, writeBytes, writeNumber, writeText, writtenBytes } from './text-writer.ts';

/** Positions closer than this part of their size (or of 1) to the source file's keep its very numbers. */
const SAME_POSITION = 1e-10;
/** A bone may stray from the places that its freedoms allow by this part of its size. */
const LARGEST_STRAY = 1e-6;
const RATE_LINE = /^[ \t]*:SAMPLES-PER-SECOND[^\r\n]*(\r\n|\r|\n)/im;

/** The motion file. Throws UsageError when the motion does not fit the freedoms of the skeleton. */
export function printAmc(raw: RawMotion): Uint8Array {
  const document = wholeDocument(raw);
  const values = new Float64Array(raw.frameCount * document.columns.width);
  // Only a file of the same length can be compared frame by frame.
  const source = document.frameCount === raw.frameCount ? document.values : undefined;
  for (const bone of document.columns.bones) {
    putPositions(values, raw, document, bone, source);
    putRotations(values, raw, document, bone, source);
  }
  checkHeldBones(raw, document);
  return rowsText(raw, document, values);
}

/** The skeleton file of a clip that came from one, byte for byte. */
export function printAsf(document: unknown): Uint8Array {
  const { asf } = document as AsfAmcDocument;
  if (!asf?.bytes) throw new UsageError('expected the document of an .asf or .amc file (clip.source.document)');
  return asf.bytes;
}

/** Bones that the source file leaves out but the clip now moves are added to every frame. */
function wholeDocument(raw: RawMotion): AsfAmcDocument {
  const document = raw.document as AsfAmcDocument;
  const { asf, columns } = document;
  const added = asf.bones.flatMap(({ freedoms }, bone) => {
    const moves = raw.rotations[bone] !== undefined || raw.translations[bone] !== undefined;
    return freedoms.length > 0 && columns.firstColumn[bone] < 0 && moves ? [bone] : [];
  });
  if (added.length === 0) return document;
  const bones = [...columns.bones, ...added];
  const firstColumn = new Int32Array(asf.bones.length).fill(-1);
  let width = 0;
  for (const bone of bones) {
    firstColumn[bone] = width;
    width += asf.bones[bone].freedoms.length;
  }
  return { ...document, columns: { bones, firstColumn, width }, frameCount: -1 };
}

function rowsText(raw: RawMotion, document: AsfAmcDocument, values: Float64Array): Uint8Array {
  const { asf, columns, lineEnd } = document;
  const encoder = new TextEncoder();
  const names = columns.bones.map((bone) => encoder.encode(asf.bones[bone].name));
  const blank = encoder.encode(' ');
  const end = encoder.encode(lineEnd);
  const writer = createWriter(24 * values.length + 10_000);
  writeBytes(writer, headerFor(raw, document));
  let at = 0;
  for (let frame = 0; frame < raw.frameCount; frame++) {
    writeText(writer, `${frame + 1}${lineEnd}`);
    columns.bones.forEach((bone, n) => {
      writeBytes(writer, names[n]);
      for (let count = asf.bones[bone].freedoms.length; count > 0; count--) {
        writeBytes(writer, blank);
        writeNumber(writer, values[at++]);
      }
      writeBytes(writer, end);
    });
  }
  return writtenBytes(writer);
}

/** The source's header; another rate than the source's is stated in it. */
function headerFor(raw: RawMotion, { header, frameTime, lineEnd }: AsfAmcDocument): Uint8Array {
  if (raw.frameTime === frameTime) return header;
  const text = new TextDecoder().decode(header).replace(RATE_LINE, '');
  return new TextEncoder().encode(`${text}:SAMPLES-PER-SECOND ${exactNumber(1 / raw.frameTime)}${lineEnd}`);
}

/** t-freedoms, and the stretch that brings the first child to its place. */
function putPositions(
  values: Float64Array,
  raw: RawMotion,
  document: AsfAmcDocument,
  bone: number,
  source: Float64Array | undefined,
): void {
  const { asf, columns } = document;
  const put = (at: number, value: number) => {
    const old = source ? source[at] : Number.NaN;
    values[at] = Math.abs(value - old) <= SAME_POSITION * Math.max(1, Math.abs(value)) ? old : value;
  };
  const shift = new Float64Array(3);
  const own = POSITIONS.map((freedom) => columnOf(document, bone, freedom));
  const stretch = columnOf(document, bone, 'l');
  const child = stretch < 0 ? -1 : asf.bones.findIndex(({ parent }) => parent === bone);
  const { direction } = asf.bones[bone];
  const size = direction[0] ** 2 + direction[1] ** 2 + direction[2] ** 2;
  for (let frame = 0; frame < raw.frameCount; frame++) {
    const row = frame * columns.width;
    if (own.some((column) => column >= 0)) {
      shiftAt(shift, raw, document, bone, frame);
      if (bone > 0) rotateBack3(shift, 0, asf.bones[bone].axes, 0, shift, 0);
      for (let k = 0; k < 3; k++) if (own[k] >= 0) put(row + own[k], shift[k]);
    }
    if (stretch < 0) continue;
    if (child < 0 || size === 0) values[row + stretch] = source ? source[row + stretch] : 0;
    else {
      shiftAt(shift, raw, document, child, frame);
      put(row + stretch, (shift[0] * direction[0] + shift[1] * direction[1] + shift[2] * direction[2]) / size);
    }
  }
}

/** How far a bone's start is from its rest place, in the parent's frame. */
function shiftAt(out: Float64Array, raw: RawMotion, { asf }: AsfAmcDocument, bone: number, frame: number): void {
  const rest = restOffset(asf, bone);
  const track = raw.translations[bone];
  for (let k = 0; k < 3; k++) out[k] = track ? track[3 * frame + k] - rest[k] : 0;
}

/** R = axes⁻¹ · local · axes, frame by frame: the rotation that the freedoms of bone `n` make. */
export function rotationInBone(raw: RawMotion, { axes }: AsfBone, n: number): EulerTrack['rotationAt'] {
  const back = Float64Array.of(-axes[0], -axes[1], -axes[2], axes[3]);
  const track = raw.rotations[n];
  return (out, frame) => {
    for (let k = 0; k < 4; k++) out[k] = track ? track[4 * frame + k] : raw.joints[n].rotation[k];
    multiplyQuat(out, 0, back, 0, out, 0);
    multiplyQuat(out, 0, out, 0, axes, 0);
  };
}

/** R as angles about the bone's freedoms. */
function putRotations(
  values: Float64Array,
  raw: RawMotion,
  { asf, columns, radiansPerUnit }: AsfAmcDocument,
  n: number,
  source: Float64Array | undefined,
): void {
  const bone = asf.bones[n];
  const { order, places } = orderOf(bone);
  const first = columns.firstColumn[n];
  writeEulerTrack({
    order,
    frameCount: raw.frameCount,
    joint: bone.name,
    format: 'ASF/AMC',
    rotationAt: rotationInBone(raw, bone, n),
    sourceAnglesAt:
      source &&
      ((out, frame) => {
        const row = frame * columns.width + first;
        for (let k = 0; k < places.length; k++) out[k] = source[row + places[k]] * radiansPerUnit;
        return true;
      }),
    put: (frame, angles, fromSource) => {
      const row = frame * columns.width + first;
      for (let k = 0; k < places.length; k++) {
        const at = row + places[k];
        values[at] = fromSource && source ? source[at] : angles[k] / radiansPerUnit;
      }
    },
  });
}

/** What has no freedom must stay at rest: bones without any, and places that neither t-freedoms nor a stretch reach. */
function checkHeldBones(raw: RawMotion, document: AsfAmcDocument): void {
  const { asf, columns } = document;
  asf.bones.forEach((bone, n) => {
    if (bone.freedoms.length === 0) putRotations(new Float64Array(0), raw, document, n, undefined);
    const track = raw.translations[n];
    const movable = bone.freedoms.some((freedom) => freedom.startsWith('t')) && columns.firstColumn[n] >= 0;
    const stretched = bone.parent > 0 && columnOf(document, bone.parent, 'l') >= 0;
    if (!track || movable || stretched) return;
    const rest = restOffset(asf, n);
    const far = track.findIndex((value, i) => Math.abs(value - rest[i % 3]) > LARGEST_STRAY * Math.max(1, bone.length));
    if (far < 0) return;
    throw new UsageError(
      `bone "${bone.name}", frame ${Math.floor(far / 3)}: moves against its parent, for which the skeleton has no freedom; write a fresh ASF/AMC pair instead`,
    );
  });
}
