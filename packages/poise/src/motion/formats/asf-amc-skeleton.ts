/** Reads an Acclaim skeleton file (.asf). */
import { FormatError } from '../../errors.ts';
import { type Axis, createEulerOrder, quatFromEuler } from '../../math/euler.ts';
import type { Vec3 } from '../../math/types.ts';
import { BOUNDS } from '../bounds.ts';
import { ASF_FREEDOMS, type AsfBone, type AsfDocument, type AsfFreedom } from './asf-amc-document.ts';
import { LARGEST_NUMBER } from './number-scan.ts';
import { createScanner, textBetween } from './text-scan.ts';

const MOST_BONES = BOUNDS.joints;
const CIRCLE = { deg: 360, rad: 2 * Math.PI } as const;

/** A line of the file that says something, split at blanks. */
interface Line {
  readonly number: number; // 1-based
  readonly words: readonly string[];
}

interface Reader {
  readonly file: string;
  readonly lines: readonly Line[];
  at: number;
}

/** The root and the bones in the order of their blocks, before the hierarchy is known. */
type Block = { -readonly [K in keyof Omit<AsfBone, 'parent'>]: AsfBone[K] } & { line: number };

export function parseAsf(data: Uint8Array, file: string): AsfDocument {
  const r = createReader(data, file);
  const units = { length: undefined as number | undefined, angle: 'deg' as 'deg' | 'rad' };
  const root = emptyBlock(1);
  root.name = 'root';
  let rootPosition: Vec3 = [0, 0, 0];
  const blocks: Block[] = [root];
  let parents: Map<string, string> | undefined;
  while (r.at < r.lines.length) {
    const line = r.lines[r.at++];
    const section = line.words[0].toLowerCase();
    if (section === ':units') readUnits(r, units);
    else if (section === ':root') rootPosition = readRoot(r, root, units.angle);
    else if (section === ':bonedata') readBones(r, blocks, units.angle);
    else if (section === ':hierarchy') parents = readHierarchy(r, blocks);
    else if (!section.startsWith(':')) throw wrong(r, line, 'a section such as :units or :bonedata');
    else while (r.at < r.lines.length && !isSection(r.lines[r.at])) r.at++; // :version, :name, :documentation …
  }
  if (!parents) throw new FormatError(file, r.lines.at(-1)?.number ?? 1, 'expected a :hierarchy section, found none');
  const bones = sortBones(file, blocks, parents);
  return { file, bytes: data, bones, rootPosition, lengthUnit: units.length, angleUnit: units.angle };
}

function createReader(data: Uint8Array, file: string): Reader {
  const s = createScanner(data, file);
  const lines = textBetween(s, s.at, s.bytes.length).split(/\r\n|\r|\n/);
  const split = lines.map((text, n) => ({ number: n + 1, words: text.replace(/#.*/, '').trim().split(/\s+/) }));
  return { file, lines: split.filter(({ words }) => words[0] !== ''), at: 0 };
}

const isSection = ({ words }: Line): boolean => words[0].startsWith(':');

function wrong(r: Reader, line: Line, expected: string): FormatError {
  const found = line.words.join(' ');
  return new FormatError(r.file, line.number, `expected ${expected}, found "${found.slice(0, 60)}"`);
}

/** The lines up to the next section. */
function* sectionLines(r: Reader): Generator<Line> {
  while (r.at < r.lines.length && !isSection(r.lines[r.at])) yield r.lines[r.at++];
}

function readNumbers(r: Reader, line: Line, from: number, count: number): number[] {
  const numbers = line.words.slice(from, from + count).map(Number);
  const sound = numbers.length === count && numbers.every((value) => Math.abs(value) <= LARGEST_NUMBER);
  if (!sound)
    throw wrong(r, line, `${count} ${count === 1 ? 'number' : 'numbers'} up to 1e12 after "${line.words[0]}"`);
  return numbers;
}

const readVector = (r: Reader, line: Line): Vec3 => readNumbers(r, line, 1, 3) as unknown as Vec3;

function readUnits(r: Reader, units: { length: number | undefined; angle: 'deg' | 'rad' }): void {
  for (const line of sectionLines(r)) {
    const key = line.words[0].toLowerCase();
    if (key === 'length') units.length = readNumbers(r, line, 1, 1)[0];
    if (key !== 'angle') continue;
    const angle = line.words[1]?.toLowerCase().slice(0, 3);
    if (angle !== 'deg' && angle !== 'rad') throw wrong(r, line, 'deg or rad after "angle"');
    units.angle = angle;
  }
}

function readRoot(r: Reader, root: Block, angleUnit: 'deg' | 'rad'): Vec3 {
  let position: Vec3 = [0, 0, 0];
  let orientation: Vec3 = [0, 0, 0];
  let order = 'XYZ';
  for (const line of sectionLines(r)) {
    const key = line.words[0].toLowerCase();
    if (key === 'order') root.freedoms = readFreedoms(r, line);
    else if (key === 'axis') order = line.words[1] ?? '';
    else if (key === 'position') position = readVector(r, line);
    else if (key === 'orientation') orientation = readVector(r, line);
    else throw wrong(r, line, 'order, axis, position or orientation in :root');
    root.line = line.number;
  }
  root.axes = axesOf(r, { number: root.line, words: ['axis', order] }, orientation, order, angleUnit);
  return position;
}

const emptyBlock = (line: number): Block => ({
  name: '',
  direction: [0, 0, 0],
  length: 0,
  axes: Float64Array.of(0, 0, 0, 1),
  freedoms: [],
  limits: [],
  line,
});

function readBones(r: Reader, blocks: Block[], angleUnit: 'deg' | 'rad'): void {
  let block: Block | undefined;
  let key = '';
  for (const line of sectionLines(r)) {
    const first = line.words[0].toLowerCase();
    if (!block) {
      if (first !== 'begin') throw wrong(r, line, 'begin of a bone');
      if (blocks.length > MOST_BONES) throw wrong(r, line, `at most ${MOST_BONES} bones`);
      block = emptyBlock(line.number);
    } else if (first === 'end') {
      if (block.name === '') throw wrong(r, line, 'a name before the end of the bone');
      blocks.push(block);
      block = undefined;
    } else {
      // Limits run on over lines of their own, which start with a bracket or a number.
      if (/^[a-z]/i.test(first)) key = first;
      readBoneLine(r, block, key, line, angleUnit);
    }
  }
  if (block) throw new FormatError(r.file, block.line, `expected an end of bone "${block.name}", found none`);
}

/** id, bodymass and other keys are carried in the bytes of the file only. */
function readBoneLine(r: Reader, block: Block, key: string, line: Line, angleUnit: 'deg' | 'rad'): void {
  if (key === 'name') block.name = line.words[1] ?? '';
  else if (key === 'direction') block.direction = readVector(r, line);
  else if (key === 'length') block.length = readNumbers(r, line, 1, 1)[0];
  else if (key === 'axis') block.axes = axesOf(r, line, readVector(r, line), line.words[4] ?? '', angleUnit);
  else if (key === 'dof') block.freedoms = readFreedoms(r, line);
  else if (key === 'limits') block.limits = [...block.limits, ...readLimits(r, line)];
}

function readFreedoms(r: Reader, line: Line): AsfFreedom[] {
  const freedoms = line.words.slice(1).map((word) => word.toLowerCase());
  const known: readonly string[] = ASF_FREEDOMS;
  if (!freedoms.every((freedom, n) => known.includes(freedom) && freedoms.indexOf(freedom) === n)) {
    throw wrong(r, line, `some of ${ASF_FREEDOMS.join(' ')} after "${line.words[0]}", each once`);
  }
  return freedoms as AsfFreedom[];
}

function readLimits(r: Reader, line: Line): [number, number][] {
  const numbers = line.words
    .join(' ')
    .replace(/^limits/i, '')
    .replace(/[(),]/g, ' ')
    .trim()
    .split(/\s+/)
    .map((word) => (/^[-+]?inf/i.test(word) ? (word.startsWith('-') ? -Infinity : Infinity) : Number(word)));
  if (numbers.length % 2 === 1 || numbers.some(Number.isNaN)) throw wrong(r, line, 'pairs of numbers as limits');
  return Array.from({ length: numbers.length / 2 }, (_, n) => [numbers[2 * n], numbers[2 * n + 1]]);
}

/** The angles belong to the letters in turn; the turn named first is applied first, about fixed axes. */
function axesOf(r: Reader, line: Line, angles: Vec3, letters: string, angleUnit: 'deg' | 'rad'): Float64Array {
  if (!/^[xyz]{3}$/i.test(letters)) throw wrong(r, line, 'an order such as XYZ at the end');
  const axes = [...letters.toLowerCase()].map((letter) => 'xyz'.indexOf(letter) as Axis);
  const radians = Float64Array.from(angles, (angle) => (angle * 2 * Math.PI) / CIRCLE[angleUnit]);
  const out = new Float64Array(4);
  quatFromEuler(out, 0, createEulerOrder(axes.toReversed()), radians.toReversed(), 0);
  return out;
}

/** Parent name by child name. */
function readHierarchy(r: Reader, blocks: readonly Block[]): Map<string, string> {
  const names = new Set(blocks.map(({ name }) => name));
  const parents = new Map<string, string>();
  for (const line of sectionLines(r)) {
    const [parent, ...children] = line.words;
    if (parent === 'begin' || parent === 'end') continue;
    const unknown = line.words.find((name) => !names.has(name));
    if (unknown !== undefined) throw wrong(r, line, `bones of :bonedata ("${unknown}" is none)`);
    for (const child of children) {
      if (child === 'root' || parents.has(child)) throw wrong(r, line, `one parent per bone ("${child}" has more)`);
      parents.set(child, parent);
    }
  }
  return parents;
}

/** Depth first from the root, children in the order of their blocks. */
function sortBones(file: string, blocks: readonly Block[], parents: ReadonlyMap<string, string>): AsfBone[] {
  const names = new Set<string>();
  for (const { name, line } of blocks) {
    if (names.has(name)) throw new FormatError(file, line, `expected one bone named "${name}", found a second`);
    names.add(name);
  }
  const children = new Map<string, Block[]>(blocks.map(({ name }) => [name, []]));
  for (const block of blocks.slice(1)) {
    const parent = parents.get(block.name);
    if (parent === undefined) {
      throw new FormatError(file, block.line, `bone "${block.name}": expected a parent in :hierarchy, found none`);
    }
    children.get(parent)!.push(block);
  }
  const bones: AsfBone[] = [];
  const open: { block: Block; parent: number }[] = [{ block: blocks[0], parent: -1 }];
  while (open.length > 0) {
    const { block, parent } = open.pop()!;
    const index = bones.length;
    const { line: _, ...bone } = block;
    bones.push({ ...bone, parent });
    for (const child of children.get(block.name)!.toReversed()) open.push({ block: child, parent: index });
  }
  if (bones.length === blocks.length) return bones;
  const placed = new Set(bones.map(({ name }) => name));
  const lost = blocks.find(({ name }) => !placed.has(name))!;
  throw new FormatError(file, lost.line, `bone "${lost.name}": expected a way to the root in :hierarchy, found a ring`);
}
