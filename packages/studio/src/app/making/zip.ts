/** Files in one ZIP archive, stored as they are (motion files that are large are compressed already, or compress badly). */

export interface ZipFile {
  readonly name: string;
  readonly data: Uint8Array<ArrayBuffer>;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  return c;
});

function crc32(data: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of data) crc = CRC_TABLE[(crc ^ byte) & 255]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** Names that are there already get a number: none is written over. */
function uniqueNames(files: readonly ZipFile[]): readonly string[] {
  const taken = new Set<string>();
  return files.map(({ name }) => {
    const dot = name.lastIndexOf('.');
    let free = name;
    for (let i = 2; taken.has(free); i++) free = `${name.slice(0, dot)}-${i}${name.slice(dot)}`;
    taken.add(free);
    return free;
  });
}

const UTF8_NAMES = 0x800;
const NEW_YEAR_1980 = 0x21; // no clock: the same files give the same archive

/** What the entry of a file and its line in the directory have in common. */
function fields(data: Uint8Array, name: Uint8Array): readonly (readonly [value: number, bytes: 2 | 4])[] {
  const size = data.length;
  return [
    [20, 2],
    [UTF8_NAMES, 2],
    [0, 2],
    [0, 2],
    [NEW_YEAR_1980, 2],
    [crc32(data), 4],
    [size, 4],
    [size, 4],
    [name.length, 2],
    [0, 2],
  ];
}

function bytesOf(values: readonly (readonly [value: number, bytes: 2 | 4])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(values.reduce((sum, [, bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [value, bytes] of values) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

export function zipOf(files: readonly ZipFile[]): Blob {
  const names = uniqueNames(files).map((name) => new TextEncoder().encode(name) as Uint8Array<ArrayBuffer>);
  const body: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  files.forEach(({ data }, i) => {
    const name = names[i]!;
    const common = fields(data, name);
    const head = bytesOf([[0x04034b50, 4], ...common]);
    body.push(head, name, data);
    directory.push(bytesOf([[0x02014b50, 4], [20, 2], ...common, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]]), name);
    offset += head.length + name.length + data.length;
  });
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const count = files.length;
  const end = bytesOf([
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [size, 4],
    [offset, 4],
    [0, 2],
  ]);
  return new Blob([...body, ...directory, end], { type: 'application/zip' });
}
