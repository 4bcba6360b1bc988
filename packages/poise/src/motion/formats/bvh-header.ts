/** The tree of a fresh BVH file, and its text. */
import type { Axis } from '../../math/euler.ts';
import type { Vec3 } from '../../math/types.ts';
import type { RawMotion } from '../raw-motion.ts';
import { childrenOf, sitesOf } from '../raw-tree.ts';
import type { BvhChannel, BvhHierarchy, BvhJoint } from './bvh-document.ts';
import { exactNumber } from './text-writer.ts';

const positions: readonly BvhChannel[] = [0, 1, 2].map((axis) => ({ kind: 'position', axis: axis as Axis }));
/** Z X Y, as most capture software writes it. */
const rotations: readonly BvhChannel[] = [2, 0, 1].map((axis) => ({ kind: 'rotation', axis: axis as Axis }));

/** Six channels for roots and joints that move against their parent, three for the others; depth first, as text needs it. */
export function freshHierarchy(raw: RawMotion): BvhHierarchy {
  let channelCount = 0;
  const joints = raw.joints.map(({ name, parent, translation }, joint): BvhJoint => {
    const moves = parent < 0 || raw.translations[joint] !== undefined;
    const channels = moves ? [...positions, ...rotations] : rotations;
    return { name, parent, offset: translation, channels, firstChannel: 0, channelsAt: [0, 0] };
  });
  // Columns follow the text, which is depth first, while joints may come in any order with parents first.
  const firstChannels = new Array<number>(joints.length).fill(0);
  for (const joint of depthFirst(joints)) {
    firstChannels[joint] = channelCount;
    channelCount += joints[joint].channels.length;
  }
  return {
    joints: joints.map((joint, n) => ({ ...joint, firstChannel: firstChannels[n] })),
    endSites: raw.endSites,
    channelCount,
  };
}

function depthFirst(joints: readonly { readonly parent: number }[]): number[] {
  const children = childrenOf(joints);
  const order: number[] = [];
  const open = joints.flatMap(({ parent }, joint) => (parent < 0 ? [joint] : [])).reverse();
  while (open.length > 0) {
    const joint = open.pop()!;
    order.push(joint);
    open.push(...children[joint].toReversed());
  }
  return order;
}

/** The text up to and with MOTION. */
export function freshHeader(raw: RawMotion, hierarchy: BvhHierarchy): string {
  const { joints } = hierarchy;
  const depth: number[] = [];
  const sitesAt = sitesOf(raw);
  const leaf = childrenOf(joints).map((list) => list.length === 0);
  const lines = ['HIERARCHY'];
  let open: number[] = [];
  const close = (level: number) => {
    for (let n = open.length - 1; n >= level; n--) lines.push(`${indentOf(n)}}`);
    open = open.slice(0, level);
  };
  for (const joint of depthFirst(joints)) {
    const { name, parent, offset, channels } = joints[joint];
    depth[joint] = parent < 0 ? 0 : depth[parent] + 1;
    close(depth[joint]);
    const indent = indentOf(depth[joint]);
    // A line break or brace inside a name would end it early.
    const printable = name.replace(/[\p{Cc}{}]+/gu, '_').trim() || `joint${joint}`;
    lines.push(`${indent}${parent < 0 ? 'ROOT' : 'JOINT'} ${printable}`, `${indent}{`);
    open.push(joint);
    lines.push(`${indent}\tOFFSET ${offsetText(offset)}`);
    lines.push(`${indent}\tCHANNELS ${channels.length} ${channels.map(channelText).join(' ')}`);
    const sites = sitesAt[joint];
    if (leaf[joint] && sites.length === 0) sites.push([0, 0, 0]);
    for (const offset of sites) {
      lines.push(`${indent}\tEnd Site`, `${indent}\t{`, `${indent}\t\tOFFSET ${offsetText(offset)}`, `${indent}\t}`);
    }
  }
  close(0);
  lines.push('MOTION');
  return lines.join('\n');
}

/** Chains of thousands of joints would otherwise be mostly tabs. */
const indentOf = (level: number): string => '\t'.repeat(Math.min(level, 100));

const channelText = ({ kind, axis }: BvhChannel): string => `${'XYZ'[axis]}${kind}`;

const offsetText = (offset: Vec3): string => offset.map(exactNumber).join(' ');
