/**
 * Acclaim skeletons give most bones fewer axes than a body has: toes one, feet two. Where a changed motion turns a bone about
 * another one, that axis is added to the skeleton. Everything else of both files stays as it was.
 */
import type { RawMotion } from '../raw-motion.ts';
import type { AmcColumns, AsfAmcDocument, AsfDocument } from './asf-amc-document.ts';
import { orderOf } from './asf-amc-parse.ts';
import { rotationInBone } from './asf-amc-print.ts';
import { parseAsf } from './asf-amc-skeleton.ts';
import { fitsAxes, missingAxes } from './euler-track.ts';
import { createScanner } from './text-scan.ts';

/** Freedoms to add, by the name of the bone. */
type Added = ReadonlyMap<string, readonly string[]>;

/** The same motion on a skeleton that allows it; the very same where it fits. */
export function onWideSkeleton(raw: RawMotion): RawMotion {
  const document = raw.document as AsfAmcDocument;
  const added = freedomsToAdd(raw, document.asf);
  if (added.size === 0) return raw;
  const asf = parseAsf(withFreedoms(document.asf, added), document.asf.file);
  return { ...raw, document: { ...document, asf, ...widerRows(document, asf) } satisfies AsfAmcDocument };
}

/** Names of the bones that turn about axes which the skeleton does not give them. */
export const widenedBones = (raw: RawMotion): readonly string[] => [
  ...freedomsToAdd(raw, (raw.document as AsfAmcDocument).asf).keys(),
];

function freedomsToAdd(raw: RawMotion, { bones }: AsfDocument): Added {
  const added = new Map<string, readonly string[]>();
  bones.forEach((bone, n) => {
    const { order } = orderOf(bone);
    if (fitsAxes({ order, frameCount: raw.frameCount, rotationAt: rotationInBone(raw, bone, n) })) return;
    added.set(
      bone.name,
      missingAxes(order).map((axis) => `r${'xyz'[axis]}`),
    );
  });
  return added;
}

/** The .asf with longer lists of freedoms. Bytes, not characters: names may be in any encoding. */
function withFreedoms({ bytes, file, angleUnit }: AsfDocument, added: Added): Uint8Array {
  const lines = textOfBytes(createScanner(bytes, file).bytes).split(/(?<=\r\n|\r(?!\n)|\n)/);
  const range = angleUnit === 'deg' ? '(-180 180)' : `(${-Math.PI} ${Math.PI})`;
  let section = '';
  let block: { name: string; freedomsAt: number; limitsAt: number } | undefined;
  for (let at = 0; at < lines.length; at++) {
    const [key = '', second = ''] = wordsOf(lines[at]);
    if (key.startsWith(':')) {
      section = key.toLowerCase();
      block = section === ':root' ? { name: 'root', freedomsAt: -1, limitsAt: -1 } : undefined;
    } else if (/^begin$/i.test(key) && section === ':bonedata') block = { name: '', freedomsAt: -1, limitsAt: -1 };
    if (!block) continue;
    if (/^name$/i.test(key)) block.name = second;
    else if (/^(dof|order)$/i.test(key)) block.freedomsAt = at;
    else if (/^limits$/i.test(key) || (block.limitsAt === at - 1 && /^[(\d.+-]/.test(key))) block.limitsAt = at;
    if (!/^(end|order)$/i.test(key)) continue;
    const more = added.get(new TextDecoder().decode(bytesOfText(block.name)));
    if (more) widenBlock(lines, at, block, more, range);
    block = undefined;
  }
  return bytesOfText(lines.join(''));
}

/** `end`: where the last line of the block stands. Lines are added to others, so that places stay. */
function widenBlock(
  lines: string[],
  end: number,
  { freedomsAt, limitsAt }: { readonly freedomsAt: number; readonly limitsAt: number },
  more: readonly string[],
  range: string,
): void {
  const lineEnd = /[\r\n]+$/.exec(lines[end])?.[0] ?? '\n';
  // Limits run in the order of the freedoms; a bone that states none has none to add.
  if (limitsAt >= 0) lines[limitsAt] += more.map(() => `    ${range}${lineEnd}`).join('');
  if (freedomsAt < 0) lines[end] = `    dof ${more.join(' ')}${lineEnd}${lines[end]}`;
  else lines[freedomsAt] = lines[freedomsAt].replace(/[ \t]*(#.*)?([\r\n]*)$/, ` ${more.join(' ')}$1$2`);
}

const wordsOf = (line: string): readonly string[] => line.replace(/#.*/s, '').trim().split(/\s+/);

/** The rows of the .amc with zeros for the freedoms that are new. */
function widerRows({ columns, values, frameCount, asf: narrow }: AsfAmcDocument, asf: AsfDocument) {
  const bones = [...columns.bones];
  const firstColumn = new Int32Array(asf.bones.length).fill(-1);
  let width = 0;
  for (const bone of bones) {
    firstColumn[bone] = width;
    width += asf.bones[bone].freedoms.length;
  }
  const wide = new Float64Array(frameCount * width);
  for (let frame = 0; frame < frameCount; frame++) {
    for (const bone of bones) {
      const from = frame * columns.width + columns.firstColumn[bone];
      wide.set(values.subarray(from, from + narrow.bones[bone].freedoms.length), frame * width + firstColumn[bone]);
    }
  }
  return { columns: { bones, firstColumn, width } satisfies AmcColumns, values: wide };
}

const textOfBytes = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4096) text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return text;
};

const bytesOfText = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
