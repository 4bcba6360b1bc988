/** A new Acclaim skeleton for any motion, and the motion on it. */
import { UsageError } from '../../errors.ts';
import type { Vec3 } from '../../math/types.ts';
import { BOUNDS } from '../bounds.ts';
import type { RawMotion } from '../raw-motion.ts';
import { childrenOf, sitesOf } from '../raw-tree.ts';
import type { AsfAmcDocument } from './asf-amc-document.ts';
import { parseAsfAlone } from './asf-amc-parse.ts';
import { exactNumber } from './text-writer.ts';

/** A bone to print. `joint` is the joint of the motion that turns it; undefined for links between a joint and its children. */
interface FreshBone {
  readonly name: string;
  readonly parent: string;
  readonly tip: Vec3; // where children start, in the axes of the file
  readonly joint: number | undefined;
}

const LONGEST_NAME = BOUNDS.name - 20; // characters; what makes names unique has room
const FAR = 1e-12; // part of the larger offset within which two children start at one place

/**
 * The same motion as a RawMotion whose document holds a new skeleton. A bone has one tip: where the children of a joint
 * start at different places, links without freedoms lead to them.
 */
export function onFreshSkeleton(raw: RawMotion, metresPerUnit: number): RawMotion {
  const roots = raw.joints.filter(({ parent }) => parent < 0).length;
  if (raw.frameCount === 0) throw new UsageError('an AMC file needs at least one frame, found none');
  if (roots !== 1 || raw.joints[0].parent >= 0) throw new UsageError(`an ASF file needs one root, found ${roots}`);
  const bones = freshBones(raw);
  const text = asfText(raw, bones, metresPerUnit);
  const rest = parseAsfAlone(new TextEncoder().encode(text), 'fresh.asf');
  const document = rest.document as AsfAmcDocument;
  const jointOf = new Map(bones.map(({ name, joint }) => [name, joint]));
  const pick = (tracks: RawMotion['rotations']) =>
    document.asf.bones.map(({ name, parent }) => {
      const joint = parent < 0 ? 0 : jointOf.get(name);
      return joint === undefined ? undefined : tracks[joint];
    });
  const rate = `:SAMPLES-PER-SECOND ${exactNumber(1 / raw.frameTime)}`;
  return {
    ...rest,
    frameTime: raw.frameTime,
    frameCount: raw.frameCount,
    joints: rest.joints.map((joint) => {
      const from = joint.parent < 0 ? 0 : jointOf.get(joint.name);
      return from === undefined ? joint : { ...joint, rotation: raw.joints[from].rotation };
    }),
    translations: pick(raw.translations),
    rotations: pick(raw.rotations),
    document: {
      ...document,
      header: new TextEncoder().encode(`${rate}\n:FULLY-SPECIFIED\n:DEGREES\n`),
      frameTime: raw.frameTime,
      frameCount: -1, // there is no source to compare with
    } satisfies AsfAmcDocument,
  };
}

function freshBones(raw: RawMotion): FreshBone[] {
  const nameOf = createNamer();
  const names = raw.joints.map(({ name }, joint) => (joint === 0 ? 'root' : nameOf(name)));
  const bones: FreshBone[] = [];
  const childrenAt = childrenOf(raw.joints);
  const sitesAt = sitesOf(raw);
  const startOf: string[] = ['root']; // per joint: the bone at whose tip it starts
  raw.joints.forEach((_, joint) => {
    const children = childrenAt[joint];
    const sites = sitesAt[joint];
    const tips = [...children.map((child) => raw.joints[child].translation), ...sites];
    const shared = joint > 0 && tips.length > 0 && tips.every((tip) => near(tip, tips[0]));
    if (joint > 0) bones.push({ name: names[joint], parent: startOf[joint], tip: shared ? tips[0] : [0, 0, 0], joint });
    const linkTo = (tip: Vec3, name: string): string => {
      if (shared || near(tip, [0, 0, 0])) return names[joint];
      const link = nameOf(name);
      bones.push({ name: link, parent: names[joint], tip, joint: undefined });
      return link;
    };
    for (const child of children) startOf[child] = linkTo(raw.joints[child].translation, `${names[child]}_link`);
    for (const offset of sites) linkTo(offset, `${names[joint]}_tip`);
  });
  return bones;
}

function near(a: Vec3, b: Vec3): boolean {
  const size = Math.max(Math.hypot(...a), Math.hypot(...b));
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) <= FAR * size;
}

/** Makes names without blanks or signs that mean something in the file, each given once. The root is always called root. */
function createNamer(): (name: string) => string {
  const taken = new Set(['root', 'begin', 'end']);
  const tried = new Map<string, number>(); // numbers behind a name: thousands may ask for the same one
  return (name) => {
    const short = name.slice(0, LONGEST_NAME);
    const plain = short.replace(/[^\p{L}\p{N}_.-]+/gu, '_').replace(/^(?=\P{L})/u, 'b') || 'bone';
    let unique = plain;
    let n = tried.get(plain) ?? 1;
    while (taken.has(unique)) unique = `${plain}_${++n}`;
    tried.set(plain, n);
    taken.add(unique);
    return unique;
  };
}

function asfText(raw: RawMotion, bones: readonly FreshBone[], metresPerUnit: number): string {
  const lines = [
    ':version 1.10',
    ':name poise',
    ':units',
    '  mass 1.0',
    `  length ${exactNumber(inchesTimes(metresPerUnit))}`,
  ];
  lines.push('  angle deg', ':documentation', '  written by Poise', ':root', '  order TX TY TZ RX RY RZ', '  axis XYZ');
  lines.push('  position 0 0 0', '  orientation 0 0 0', ':bonedata');
  bones.forEach(({ name, tip, joint }, n) => {
    const length = Math.hypot(...tip);
    const direction = length > 0 ? tip.map((value) => exactNumber(value / length)) : ['0', '0', '0'];
    lines.push('  begin', `    id ${n + 1}`, `    name ${name}`, `    direction ${direction.join(' ')}`);
    lines.push(`    length ${exactNumber(length)}`, '    axis 0 0 0 XYZ');
    const moves = joint !== undefined && raw.translations[joint] !== undefined;
    if (joint !== undefined) lines.push(`    dof ${moves ? 'tx ty tz ' : ''}rx ry rz`);
    lines.push('  end');
  });
  lines.push(':hierarchy', '  begin');
  const families = new Map<string, string[]>();
  for (const { name, parent } of bones) {
    const family = families.get(parent);
    if (family) family.push(name);
    else families.set(parent, [parent, name]);
  }
  for (const family of families.values()) lines.push(`    ${family.join(' ')}`);
  lines.push('  end', '');
  return lines.join('\n');
}

/** The number that :units length takes: file units per inch. CMU's 0.45 comes back as 0.45. */
const inchesTimes = (metresPerUnit: number): number => Number((0.0254 / metresPerUnit).toPrecision(12));
