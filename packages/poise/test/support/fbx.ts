/** Small FBX files made by code, in binary and in text. */
import { deflateSync } from 'node:zlib';

/** Type letter of the binary format and the value; arrays are f, d, i, l. */
export type FbxSampleValue = readonly [type: string, value: number | string | readonly number[]];
export type FbxSampleNode = readonly [
  name: string,
  values: readonly FbxSampleValue[],
  children?: readonly FbxSampleNode[],
];

export interface SampleBone {
  readonly name: string;
  readonly parent: number; // −1: under the scene
  readonly subtype?: string;
  readonly vectors?: Readonly<Record<string, readonly number[]>>; // "Lcl Rotation", "PreRotation", …
  readonly numbers?: Readonly<Record<string, number>>; // RotationOrder, InheritType
  /** Curves per property and axis: [times in s, values]. */
  readonly curves?: Readonly<Record<string, readonly (SampleCurve | undefined)[]>>;
}
export interface SampleCurve {
  readonly times: readonly number[];
  readonly values: readonly number[];
  readonly flags?: number; // 4: linear
  readonly slopes?: readonly [number, number];
}

const TICKS = 46186158000;
const property = (name: string, type: string, values: readonly FbxSampleValue[]): FbxSampleNode => [
  'P',
  [['S', name], ['S', type], ['S', ''], ['S', 'A'], ...values],
];
const doubles = (values: readonly number[]): FbxSampleValue[] => values.map((x) => ['D', x]);
const named = (name: string, kind: string): FbxSampleValue => ['S', `${name}\u0000\u0001${kind}`];

/** The records of a file with these bones and one take. */
export function sampleFbx(
  bones: readonly SampleBone[],
  settings: Readonly<Record<string, number>> = {},
): FbxSampleNode[] {
  const objects: FbxSampleNode[] = [];
  const links: FbxSampleNode[] = [];
  const idOf = (bone: number): number => (bone < 0 ? 0 : 1000 + bone);
  const link = (child: number, parent: number, prop?: string) =>
    links.push([
      'C',
      [['S', prop ? 'OP' : 'OO'], ['L', child], ['L', parent], ...(prop ? [['S', prop] as const] : [])],
    ]);
  objects.push(['AnimationStack', [['L', 10], named('walk', 'AnimStack'), ['S', '']], []]);
  objects.push(['AnimationLayer', [['L', 11], named('base', 'AnimLayer'), ['S', '']], []]);
  link(11, 10);
  let nextId = 5000;
  bones.forEach(({ name, parent, subtype = 'LimbNode', vectors = {}, numbers = {}, curves = {} }, bone) => {
    const properties = [
      ...Object.entries(numbers).map(([key, value]) => property(key, 'enum', [['I', value]])),
      ...Object.entries(vectors).map(([key, value]) =>
        property(key, key.startsWith('Lcl') ? key : 'Vector3D', doubles(value)),
      ),
    ];
    objects.push([
      'Model',
      [['L', idOf(bone)], named(name, 'Model'), ['S', subtype]],
      [
        ['Version', [['I', 232]]],
        ['Properties70', [], properties],
      ],
    ]);
    link(idOf(bone), idOf(parent));
    for (const [channel, axes] of Object.entries(curves)) {
      const node = nextId++;
      objects.push(['AnimationCurveNode', [['L', node], named(channel[4], 'AnimCurveNode'), ['S', '']], []]);
      link(node, 11);
      link(node, idOf(bone), channel);
      axes.forEach((curve, k) => {
        if (!curve) return;
        const id = nextId++;
        objects.push(curveNode(id, curve));
        link(id, node, `d|${'XYZ'[k]}`);
      });
    }
  });
  return [
    [
      'FBXHeaderExtension',
      [],
      [
        ['FBXHeaderVersion', [['I', 1003]]],
        ['FBXVersion', [['I', 7400]]],
      ],
    ],
    [
      'GlobalSettings',
      [],
      [['Properties70', [], Object.entries(settings).map(([key, value]) => property(key, 'double', [['D', value]]))]],
    ],
    ['Objects', [], objects],
    ['Connections', [], links],
  ];
}

function curveNode(id: number, { times, values, flags = 4, slopes = [0, 0] }: SampleCurve): FbxSampleNode {
  return [
    'AnimationCurve',
    [['L', id], named('', 'AnimCurve'), ['S', '']],
    [
      ['KeyVer', [['I', 4008]]],
      ['KeyTime', [['l', times.map((t) => Math.round(t * TICKS))]]],
      ['KeyValueFloat', [['f', values]]],
      ['KeyAttrFlags', [['i', [flags]]]],
      ['KeyAttrDataFloat', [['f', [...slopes, 0, 0]]]],
      ['KeyAttrRefCount', [['i', [times.length]]]],
    ],
  ];
}

/** As text, the way the SDK prints it. */
export function fbxText(nodes: readonly FbxSampleNode[]): Uint8Array {
  const lines = ['; FBX 7.4.0 project file', '; made by a test', ''];
  const print = ([name, values, children]: FbxSampleNode, indent: string) => {
    const [first] = values;
    if (first && Array.isArray(first[1])) {
      const numbers = name === 'KeyAttrDataFloat' ? [...new Int32Array(Float32Array.from(first[1]).buffer)] : first[1];
      lines.push(`${indent}${name}: *${numbers.length} {`, `${indent}\ta: ${numbers.join(',')}`, `${indent}}`);
      return;
    }
    const shown = values.map(([type, value]) => (type === 'S' ? quoted(String(value)) : String(value)));
    lines.push(`${indent}${name}: ${shown.join(', ')}${children ? ' {' : ''}`);
    if (!children) return;
    for (const child of children) print(child, `${indent}\t`);
    lines.push(`${indent}}`);
  };
  for (const node of nodes) print(node, '');
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}

function quoted(value: string): string {
  const [name, kind] = value.split('\u0000\u0001');
  return `"${kind === undefined ? name : `${kind}::${name}`}"`;
}

export interface BinaryOptions {
  readonly version?: number; // 7400; from 7500 on offsets have 64 bits
  readonly packed?: boolean; // arrays deflated
}

/** As binary. */
export function fbxBinary(
  nodes: readonly FbxSampleNode[],
  { version = 7400, packed = false }: BinaryOptions = {},
): Uint8Array {
  const wide = version >= 7500;
  const head = Buffer.alloc(27);
  head.write('Kaydara FBX Binary  \u0000\u001a\u0000', 'latin1');
  head.writeUInt32LE(version, 23);
  const empty = Buffer.alloc(wide ? 25 : 13);
  let at = head.length;
  const parts: Buffer[] = [head];
  for (const node of nodes) {
    const record = binaryNode(node, at, wide, packed, empty);
    parts.push(record);
    at += record.length;
  }
  return new Uint8Array(Buffer.concat([...parts, empty, Buffer.alloc(160)]));
}

function binaryNode(
  [name, values, children]: FbxSampleNode,
  start: number,
  wide: boolean,
  packed: boolean,
  empty: Buffer,
): Buffer {
  const valueBytes = Buffer.concat(values.map((value) => binaryValue(value, packed)));
  const headBytes = (wide ? 25 : 13) + name.length;
  const nested: Buffer[] = [];
  let at = start + headBytes + valueBytes.length;
  for (const child of children ?? []) {
    const record = binaryNode(child, at, wide, packed, empty);
    nested.push(record);
    at += record.length;
  }
  if (children) {
    nested.push(empty);
    at += empty.length;
  }
  const head = Buffer.alloc(headBytes);
  [at, values.length, valueBytes.length].forEach((word, i) => {
    if (wide) head.writeBigUInt64LE(BigInt(word), 8 * i);
    else head.writeUInt32LE(word, 4 * i);
  });
  head[headBytes - name.length - 1] = name.length;
  head.write(name, headBytes - name.length, 'latin1');
  return Buffer.concat([head, valueBytes, ...nested]);
}

function binaryValue([type, value]: FbxSampleValue, packed: boolean): Buffer {
  const letter = Buffer.from(type, 'latin1');
  if (Array.isArray(value)) {
    const raw = Buffer.concat(value.map((x) => scalar(type.toUpperCase(), x)));
    const stored = packed ? deflateSync(raw) : raw;
    const head = Buffer.alloc(12);
    head.writeUInt32LE(value.length, 0);
    head.writeUInt32LE(packed ? 1 : 0, 4);
    head.writeUInt32LE(stored.length, 8);
    return Buffer.concat([letter, head, stored]);
  }
  if (typeof value === 'string') {
    const text = Buffer.from(value, 'utf8');
    const length = Buffer.alloc(4);
    length.writeUInt32LE(text.length);
    return Buffer.concat([letter, length, text]);
  }
  return Buffer.concat([letter, scalar(type, value as number)]);
}

function scalar(type: string, x: number): Buffer {
  const out = Buffer.alloc(type === 'D' || type === 'L' ? 8 : 4);
  if (type === 'D') out.writeDoubleLE(x);
  else if (type === 'L') out.writeBigInt64LE(BigInt(x));
  else if (type === 'F') out.writeFloatLE(x);
  else out.writeInt32LE(x);
  return out;
}
