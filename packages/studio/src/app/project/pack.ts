/** Plain data with files and typed arrays in it, as one compressed file: a line that says what it is, a table of contents as
 *  JSON, then all bytes in order. */

const MAGIC = 'poise-project 1\n';
const MOST = 2 ** 30; // [bytes] unpacked; beyond, a file is made to harm
const PART = '$part';

interface Part {
  readonly kind: string; // 'File' or the name of a typed array
  readonly size: number; // [bytes]
  readonly name?: string;
}

const ARRAYS = { Float64Array, Float32Array, Int32Array, Uint32Array, Uint16Array, Uint8Array } as const;
type ArrayKind = keyof typeof ARRAYS;

/** Packs a value. Keys without a value are left out. */
export async function pack(value: unknown): Promise<Blob> {
  const parts: Part[] = [];
  const blobs: BlobPart[] = [];
  const table = JSON.stringify(value, function (this: Record<string, unknown>, key, converted: unknown) {
    const original = this[key];
    if (original instanceof File) {
      blobs.push(original);
      return { [PART]: parts.push({ kind: 'File', size: original.size, name: original.name }) - 1 };
    }
    if (ArrayBuffer.isView(original)) {
      const bytes = new Uint8Array(original.buffer as ArrayBuffer, original.byteOffset, original.byteLength);
      blobs.push(bytes);
      return { [PART]: parts.push({ kind: original.constructor.name, size: bytes.length }) - 1 };
    }
    return converted;
  });
  const head = new TextEncoder().encode(JSON.stringify({ parts, table }));
  const whole = new Blob([MAGIC, new Uint32Array([head.length]), head, ...blobs]);
  const packed = await new Response(whole.stream().pipeThrough(new CompressionStream('gzip'))).blob();
  return new Blob([packed], { type: 'application/octet-stream' });
}

/** What was packed. Throws where it is something else, or damaged. */
export async function unpack(file: Blob): Promise<unknown> {
  const bytes = await inflated(file);
  if (new TextDecoder().decode(bytes.subarray(0, MAGIC.length)) !== MAGIC) throw new Error('it is no Poise project');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const from = MAGIC.length + 4;
  const length = bytes.length < from ? 0 : view.getUint32(MAGIC.length, true);
  if (from + length > bytes.length) throw new Error('the project file ends too early');
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(from, from + length))) as {
    readonly parts: readonly Part[];
    readonly table: string;
  };
  let at = from + length;
  const made = head.parts.map((part) => {
    const end = at + part.size;
    if (!(part.size >= 0) || end > bytes.length) throw new Error('the project file ends too early');
    const own = bytes.slice(at, end);
    at = end;
    return revived(part, own);
  });
  return JSON.parse(head.table, (_, value: unknown) => {
    const index = (value as { readonly [PART]?: number } | null)?.[PART];
    return index === undefined ? value : made[index];
  });
}

function revived({ kind, name }: Part, bytes: Uint8Array<ArrayBuffer>): File | ArrayBufferView {
  if (kind === 'File') return new File([bytes], name ?? 'file');
  if (!Object.hasOwn(ARRAYS, kind)) throw new Error(`the project file holds an unknown part, "${kind}"`);
  const Kind = ARRAYS[kind as ArrayKind];
  if (bytes.length % Kind.BYTES_PER_ELEMENT !== 0) throw new Error('the project file is damaged');
  return new Kind(bytes.buffer);
}

async function inflated(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.length;
      if (size > MOST) throw new RangeError('the project file is too large');
      parts.push(next.value as Uint8Array<ArrayBuffer>);
    }
  } catch (error) {
    throw error instanceof RangeError ? error : new Error('it is no Poise project, or it is damaged');
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
