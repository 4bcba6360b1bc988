/** The clips and the manifest of a complete run go to a store: the manifest last, so that a manifest there is of a whole run. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readBytes } from '../../files.ts';
import { type Io, printLine } from '../../io.ts';
import { plural } from '../../text.ts';
import { readLines } from '../json-lines.ts';
import { isRow, type RowOutput } from '../row.ts';
import type { RunFolder } from '../run-folder.ts';
import { parseS3 } from './address.ts';
import { openStore } from './object-store.ts';
import { severalAtOnce } from './several.ts';

const AT_ONCE = 8;

interface Uploaded {
  readonly files: number;
  readonly kept: number; // were there already
}

/** Uploads a complete run where the job asks for it, and says so. Throws FileError. */
export async function uploadComplete(io: Io, folder: RunFolder, destination: string | undefined): Promise<void> {
  if (destination === undefined) return;
  const { files, kept } = await uploadRun(folder, destination);
  printLine(io, `${destination}: ${plural(files - kept, 'file')} uploaded, ${kept} there already`);
}

/** Uploads what is not there yet. Throws FileError. */
async function uploadRun(folder: RunFolder, destination: string): Promise<Uploaded> {
  const { bucket, key } = parseS3(destination, '--upload');
  const prefix = key === '' || key.endsWith('/') ? key : `${key}/`;
  const store = await openStore();
  let [files, kept] = [0, 0];
  const put = async (file: string, name: string, hash: string): Promise<void> => {
    const address = { bucket, key: `${prefix}${name}` };
    files++;
    if ((await store.hashOf(address)) === hash) kept++;
    else await store.write(address, await readBytes(file), hash);
  };
  try {
    await severalAtOnce(outputsOf(folder), AT_ONCE, ({ file, sha256 }) =>
      put(join(folder.clips, file), `clips/${file}`, sha256),
    );
    await put(folder.manifest, 'manifest.jsonl', await hashOfFile(folder.manifest));
    return { files, kept };
  } finally {
    store.close();
  }
}

async function* outputsOf(folder: RunFolder): AsyncGenerator<RowOutput> {
  for await (const { outputs = [] } of readLines(folder.manifest, isRow)) yield* outputs;
}

async function hashOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
