/** The tree of records that every FBX is, binary or text, before any meaning is given to it. */
import { FormatError } from '../../errors.ts';
import { type Budget, spend } from './budget.ts';
import { inflate } from './inflate.ts';

/** A list of numbers, still as in the file: most (geometry) are never asked for. */
export interface FbxArray {
  readonly kind: 'array';
  readonly type: string; // f d i l b c, as in binary files; 'text' for a list that is decoded already
  readonly count: number;
  readonly deflated: boolean;
  readonly bytes: Uint8Array;
  readonly numbers?: Float64Array; // of type 'text'
}

export type FbxValue = number | bigint | string | FbxArray;

export interface FbxNode {
  readonly name: string;
  readonly values: readonly FbxValue[];
  readonly children: readonly FbxNode[];
  /** As it is in a binary file. `nested`: there is a list of children, though it may be empty. */
  readonly stored?: { readonly bytes: Uint8Array; readonly count: number; readonly nested: boolean };
}

export interface FbxFile {
  readonly file: string;
  readonly version: number; // 7400 for FBX 7.4
  readonly text: boolean;
  readonly nodes: readonly FbxNode[];
  readonly footer?: Uint8Array; // of a binary file: 16 bytes that belong to its id
}

/** Records inside records; real files have about 8 levels. */
export const DEEPEST = 64;

export const childNamed = (node: FbxNode | undefined, name: string): FbxNode | undefined =>
  node?.children.find((child) => child.name === name);

export const nodeNamed = (file: FbxFile, name: string): FbxNode | undefined =>
  file.nodes.find((node) => node.name === name);

export const numberIn = (value: FbxValue | undefined): number | undefined =>
  typeof value === 'number' ? value : typeof value === 'bigint' ? Number(value) : undefined;

export const textIn = (value: FbxValue | undefined): string => (typeof value === 'string' ? value : '');

const SIZES: Readonly<Record<string, number>> = { f: 4, d: 8, i: 4, l: 8, b: 1, c: 1 };

/** The numbers of the array that a record holds, unpacked; undefined when it holds none. */
export async function numbersOf(
  node: FbxNode | undefined,
  fbx: FbxFile,
  place: string,
  budget: Budget,
): Promise<Float64Array | undefined> {
  const array = node?.values[0];
  if (!node || typeof array !== 'object') return undefined;
  if (array.numbers) return array.numbers;
  const here = `${place}, "${node.name}"`;
  const size = SIZES[array.type];
  const expected = array.count * size;
  // Deflate packs at most 1032 : 1; beyond that a count is a lie and must not be allocated.
  if (array.deflated ? expected > 1040 * array.bytes.length : expected !== array.bytes.length) {
    throw new FormatError(
      fbx.file,
      undefined,
      `${here}: ${array.count} numbers do not fit ${array.bytes.length} bytes`,
    );
  }
  spend(budget, array.count, fbx.file, here);
  const bytes = array.deflated ? await inflate(array.bytes, expected, 'deflate', fbx.file, here) : array.bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const numbers = new Float64Array(array.count);
  for (let i = 0; i < array.count; i++) numbers[i] = readNumber(view, array.type, i * size);
  return numbers;
}

function readNumber(view: DataView, type: string, at: number): number {
  if (type === 'f') return view.getFloat32(at, true);
  if (type === 'd') return view.getFloat64(at, true);
  if (type === 'i') return view.getInt32(at, true);
  if (type === 'l') return Number(view.getBigInt64(at, true));
  return view.getUint8(at);
}
