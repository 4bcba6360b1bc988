/** The tree of a BVH file: everything from HIERARCHY to the word MOTION. Iterative, so that depth costs no stack. */
import type { Axis } from '../../math/euler.ts';
import type { Vec3 } from '../../math/types.ts';
import { BOUNDS } from '../bounds.ts';
import type { BvhChannel, BvhEndSite, BvhHierarchy, BvhJoint } from './bvh-document.ts';
import { scanNumber, scanNumbers, tooFewNumbers } from './number-scan.ts';
import {
  atLineEnd,
  errorAt,
  peekWord,
  readLine,
  readWord,
  skipBlank,
  type TextScanner,
  unexpected,
} from './text-scan.ts';

/** More joints than any rig has: such a file is damaged or hostile. */
export const MOST_JOINTS = BOUNDS.joints;
const MOST_CHANNELS = BOUNDS.channels;
const BRACES = '{}';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A block that is open: a joint, or the end site of one. */
interface Block {
  readonly kind: 'joint' | 'end';
  readonly joint: number; // the joint itself, or the joint that owns the end site
  readonly at: number; // byte where the block starts, for messages
  readonly label: string;
  offset: Vec3 | undefined;
  channels: readonly BvhChannel[] | undefined;
  channelsAt: readonly [start: number, end: number];
}

interface Tree {
  readonly joints: Omit<Mutable<BvhJoint>, 'firstChannel'>[];
  readonly endSites: BvhEndSite[];
  readonly open: Block[];
}

/** Reads up to and with the word MOTION. */
export function readHierarchy(s: TextScanner): BvhHierarchy {
  expectKeyword(s, 'HIERARCHY');
  const tree: Tree = { joints: [], endSites: [], open: [] };
  for (;;) {
    skipBlank(s);
    const at = s.at;
    const word = readWord(s, BRACES).toUpperCase();
    const block = tree.open.at(-1);
    if (word === 'MOTION' && !block) break;
    if (word === 'ROOT' && !block) openJoint(s, tree, at, -1);
    else if (word === 'JOINT' && block?.kind === 'joint') openJoint(s, tree, at, block.joint);
    else if (word === 'END' && block?.kind === 'joint') openEndSite(s, tree, at, block.joint);
    else if (word === 'OFFSET' && block && !block.offset) block.offset = readOffset(s, block);
    else if (word === 'CHANNELS' && block && !block.channels) block.channels = readChannels(s, block);
    else if (word === '}' && block) closeBlock(s, tree, at);
    else throw unexpected(s, at, wanted(block));
  }
  if (tree.joints.length === 0) throw errorAt(s, s.at, 'expected a ROOT joint before MOTION, found none');
  return finish(tree);
}

/** The columns of each joint follow from the order of the joints. */
function finish(tree: Tree): BvhHierarchy {
  let channelCount = 0;
  const joints: BvhJoint[] = tree.joints.map((joint) => {
    const firstChannel = channelCount;
    channelCount += joint.channels.length;
    return { ...joint, firstChannel };
  });
  return { joints, endSites: tree.endSites, channelCount };
}

function wanted(block: Block | undefined): string {
  if (!block) return 'ROOT or MOTION';
  const open = [];
  if (!block.offset) open.push('OFFSET');
  if (block.kind === 'joint' && !block.channels) open.push('CHANNELS');
  if (block.kind === 'joint') open.push('JOINT', 'End Site');
  return `${open.concat('}').join(', ')} in ${block.label}`;
}

function expectKeyword(s: TextScanner, keyword: string): void {
  skipBlank(s);
  const at = s.at;
  if (readWord(s, BRACES).toUpperCase() !== keyword) throw unexpected(s, at, keyword);
}

const EMPTY = { offset: undefined, channels: undefined, channelsAt: [0, 0] } as const;

/** The name is the rest of the line, up to a brace; blanks inside belong to it. */
function openJoint(s: TextScanner, tree: Tree, at: number, parent: number): void {
  if (tree.joints.length >= MOST_JOINTS) throw errorAt(s, at, `expected at most ${MOST_JOINTS} joints, found more`);
  let name = readLine(s, BRACES);
  if (name === '' && peekWord(s, BRACES) !== '{') {
    skipBlank(s);
    name = readLine(s, BRACES);
  }
  const joint = tree.joints.length;
  tree.joints.push({ name, parent, offset: [0, 0, 0], channels: [], channelsAt: [0, 0] });
  openBlock(s, tree, { kind: 'joint', joint, at, label: `joint "${name}"`, ...EMPTY });
}

function openEndSite(s: TextScanner, tree: Tree, at: number, joint: number): void {
  readLine(s, BRACES); // "Site", and the name that some exporters add
  const label = `the end site of "${tree.joints[joint].name}"`;
  openBlock(s, tree, { kind: 'end', joint, at, label, ...EMPTY });
}

function openBlock(s: TextScanner, tree: Tree, block: Block): void {
  skipBlank(s);
  const at = s.at;
  if (readWord(s, BRACES) !== '{') throw unexpected(s, at, `{ after ${block.label}`);
  tree.open.push(block);
}

function closeBlock(s: TextScanner, tree: Tree, at: number): void {
  const block = tree.open.pop()!;
  if (!block.offset) throw errorAt(s, at, `${block.label}: expected an OFFSET before }, found none`);
  if (block.kind === 'end') tree.endSites.push({ joint: block.joint, offset: block.offset });
  else {
    tree.joints[block.joint].offset = block.offset;
    tree.joints[block.joint].channels = block.channels ?? [];
    tree.joints[block.joint].channelsAt = block.channelsAt;
  }
}

function readOffset(s: TextScanner, block: Block): Vec3 {
  const xyz = new Float64Array(3);
  const found = scanNumbers(s, xyz, 0, 3);
  if (found < 3) throw tooFewNumbers(s, block.label, '3 offsets', found);
  if (!block.channels) block.channelsAt = [s.at, s.at];
  return [xyz[0], xyz[1], xyz[2]];
}

function readChannels(s: TextScanner, block: Block): readonly BvhChannel[] {
  skipBlank(s);
  const at = s.at;
  const count = scanNumber(s);
  const most = block.kind === 'joint' ? MOST_CHANNELS : 0;
  if (count === undefined || !Number.isInteger(count) || count < 0 || count > most) {
    throw unexpected(s, at, `a channel count from 0 to ${most} for ${block.label}`);
  }
  const channels: BvhChannel[] = [];
  while (channels.length < count) {
    skipBlank(s);
    const start = s.at;
    const channel = channelOf(readWord(s, BRACES));
    if (!channel) throw unexpected(s, start, `${count} channels such as Xposition or Zrotation for ${block.label}`);
    channels.push(channel);
  }
  block.channelsAt = [at, s.at];
  if (!atLineEnd(s) && channelOf(peekWord(s, BRACES))) {
    throw errorAt(s, s.at, `${block.label}: expected ${count} channels as announced, found more`);
  }
  return channels;
}

function channelOf(word: string): BvhChannel | undefined {
  const match = /^([xyz])_?(position|translation|rotation)$/i.exec(word);
  if (!match) return undefined;
  const axis = 'xyz'.indexOf(match[1].toLowerCase()) as Axis;
  return { kind: match[2].toLowerCase() === 'rotation' ? 'rotation' : 'position', axis };
}
