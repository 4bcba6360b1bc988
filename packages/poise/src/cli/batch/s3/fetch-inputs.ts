/** Inputs that lie in a store are fetched into the folder of the run, once: what was fetched in its present state stays. */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isDynamicPattern } from 'tinyglobby';
import { extensionOf, readableExtensions } from '../../../motion/formats/index.ts';
import { CONFIG_NAME } from '../../lint/config.ts';
import { makeFolderOf } from '../../transform/outputs.ts';
import { writeWhole } from '../../writing/write-files.ts';
import { LineWriter, readLines } from '../json-lines.ts';
import { isS3, isSafeKey, parseS3, printS3, type S3Address } from './address.ts';
import { type ObjectStore, openStore, type StoredObject } from './object-store.ts';
import { severalAtOnce } from './several.ts';

const AT_ONCE = 8;
const MARKS = 'fetched.jsonl'; // which state of an object was fetched
const COMPANIONS = ['.asf', '.bin', '.osim']; // what motion files name beside themselves

interface Mark {
  readonly address: string;
  readonly etag: string;
}

const isMark = (value: unknown): value is Mark =>
  typeof (value as Mark | null)?.address === 'string' && typeof (value as Mark).etag === 'string';

/** The inputs of a job, s3:// addresses replaced by what was fetched of them into `folder`. */
export async function fetchInputs(
  inputs: readonly string[],
  folder: string,
  warn: (text: string) => void,
): Promise<readonly string[]> {
  if (!inputs.some(isS3)) return inputs;
  for (const input of inputs.filter(isS3)) parseS3(input, 'inputs'); // refused before anything is fetched
  const store = await openStore();
  try {
    const local: string[] = [];
    for (const input of inputs) local.push(isS3(input) ? await fetchOne(store, input, folder, warn) : input);
    return local;
  } finally {
    store.close();
  }
}

/** Which objects an input means. */
interface Wanted {
  readonly prefix: string;
  readonly has: (key: string) => boolean;
}

function wantedBy(key: string): Wanted {
  const parts = key.split('/');
  const extensions = new Set([...readableExtensions(), ...COMPANIONS]);
  const isMotion = (name: string): boolean =>
    extensions.has(extensionOf(name).toLowerCase()) || name.split('/').at(-1) === CONFIG_NAME;
  const glob = parts.findIndex((part) => isDynamicPattern(part));
  if (glob >= 0) return { prefix: joined(parts.slice(0, glob)), has: isMotion };
  const beside = joined(parts.slice(0, -1));
  if (readableExtensions().includes(extensionOf(key).toLowerCase())) {
    const isCompanion = (name: string): boolean => COMPANIONS.includes(extensionOf(name).toLowerCase());
    return { prefix: beside, has: (name) => name === key || isCompanion(name) };
  }
  // "takes" is a folder: not "takes-old/a.bvh"
  const folder = key === '' || key.endsWith('/') ? key : `${key}/`;
  return { prefix: folder, has: isMotion };
}

const joined = (parts: readonly string[]): string => parts.map((part) => `${part}/`).join('');

async function fetchOne(
  store: ObjectStore,
  input: string,
  folder: string,
  warn: (text: string) => void,
): Promise<string> {
  const { bucket, key } = parseS3(input, 'inputs');
  const { prefix, has } = wantedBy(key);
  const place = (name: string): string => join(folder, bucket, name);
  const file = join(folder, MARKS);
  await makeFolderOf(file);
  const marks = new Map<string, string>();
  if (await stat(file).catch(() => undefined)) {
    for await (const { address, etag } of readLines(file, isMark)) marks.set(address, etag);
  }
  const written = new LineWriter(file, 1);
  const seen = new Set<string>();
  const fetchObject = async ({ key: name, etag }: StoredObject): Promise<void> => {
    if (name.endsWith('/') || !has(name)) return; // stores show folders as empty objects
    const address = { bucket, key: name };
    if (!isSafeKey(name)) return warn(`${printS3(address)}: left out, because its key is not a path`);
    seen.add(name);
    const there = await stat(place(name)).catch(() => undefined);
    if (there?.isFile() && marks.get(printS3(address)) === etag) return;
    const data = await store.read(address);
    await makeFolderOf(place(name));
    await writeWhole(place(name), data);
    written.append({ address: printS3(address), etag });
  };
  try {
    await severalAtOnce(store.list({ bucket, key: prefix }), AT_ONCE, fetchObject);
  } finally {
    written.close();
  }
  await removeGone([...marks.keys()], { bucket, key: prefix }, (name) => has(name) && !seen.has(name), place);
  return place(key.replace(/\/$/, ''));
}

/** What was fetched earlier and has gone from the store is no input any more. */
async function removeGone(
  addresses: readonly string[],
  within: S3Address,
  isGone: (key: string) => boolean,
  place: (key: string) => string,
): Promise<void> {
  for (const address of addresses.filter((each) => each.startsWith(printS3(within)))) {
    const key = address.slice(printS3({ ...within, key: '' }).length);
    if (isSafeKey(key) && isGone(key)) await rm(place(key), { force: true });
  }
}
