/** Entries of a zip file, as numpy writes them: stored or deflated, no encryption; the list at its end says where they are. */
import { FormatError } from '../../../errors.ts';
import { type Budget, spend } from '../budget.ts';
import { inflate } from '../inflate.ts';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_SIZE = 22;
const LONGEST_COMMENT = 65535;
const MOST_ENTRIES = 4096;
const IN_ZIP64 = 0xffffffff; // a size that stands in the extra field

export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly packed: number; // bytes
  readonly size: number;
  readonly offset: number; // of the local header
}

export const isZip = (data: Uint8Array): boolean =>
  data.length > 4 && data[0] === 0x50 && data[1] === 0x4b && (data[2] === 3 || data[2] === 5);

export function zipEntries(data: Uint8Array, file: string): readonly ZipEntry[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const end = findEnd(view, file);
  const count = view.getUint16(end + 10, true);
  if (count > MOST_ENTRIES) throw new FormatError(file, undefined, `the zip file holds ${count} entries`);
  let at = view.getUint32(end + 16, true);
  const entries: ZipEntry[] = [];
  for (let i = 0; i < count; i++) {
    if (at + 46 > data.length || view.getUint32(at, true) !== ENTRY) {
      throw new FormatError(file, undefined, `byte ${at}: the list of the zip file is damaged at entry ${i + 1}`);
    }
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((o) => view.getUint16(at + o, true));
    const name = new TextDecoder().decode(data.subarray(at + 46, at + 46 + nameLength));
    const sizes = sizesOf(view, at, nameLength, extraLength);
    entries.push({ name, method: view.getUint16(at + 10, true), ...sizes });
    at += 46 + nameLength + extraLength + commentLength;
  }
  return entries;
}

function findEnd(view: DataView, file: string): number {
  for (let at = view.byteLength - END_SIZE; at >= Math.max(0, view.byteLength - END_SIZE - LONGEST_COMMENT); at--) {
    if (view.getUint32(at, true) === END) return at;
  }
  throw new FormatError(file, undefined, 'the zip file is cut off: its list of entries is missing');
}

/** Sizes and place, from the 64-bit field where numpy wrote one. */
function sizesOf(
  view: DataView,
  at: number,
  nameLength: number,
  extraLength: number,
): Pick<ZipEntry, 'packed' | 'size' | 'offset'> {
  const plain = { packed: view.getUint32(at + 20, true), size: view.getUint32(at + 24, true) };
  const found = { ...plain, offset: view.getUint32(at + 42, true) };
  const end = Math.min(view.byteLength, at + 46 + nameLength + extraLength);
  for (let o = at + 46 + nameLength; o + 4 <= end; o += 4 + view.getUint16(o + 2, true)) {
    if (view.getUint16(o, true) !== 1) continue;
    let field = o + 4;
    for (const key of ['size', 'packed', 'offset'] as const) {
      if (found[key] !== IN_ZIP64 || field + 8 > end) continue;
      found[key] = Number(view.getBigUint64(field, true));
      field += 8;
    }
  }
  return found;
}

/** The bytes of an entry. */
export async function readEntry(data: Uint8Array, entry: ZipEntry, file: string, budget: Budget): Promise<Uint8Array> {
  const { name, method, packed, size, offset } = entry;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const damaged = (): FormatError => new FormatError(file, undefined, `"${name}": the entry lies outside the file`);
  if (!(offset + 30 <= data.length) || view.getUint32(offset, true) !== LOCAL) throw damaged();
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (!(start + packed <= data.length)) throw damaged();
  const bytes = data.subarray(start, start + packed);
  spend(budget, Math.ceil(size / 8), file, `"${name}"`);
  if (method === 0) return bytes;
  if (method === 8) return await inflate(bytes, size, 'deflate-raw', file, `"${name}"`);
  throw new FormatError(file, undefined, `"${name}": expected a stored or deflated entry, found method ${method}`);
}
