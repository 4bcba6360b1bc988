/** What lies in a drop: files, and files in folders. */
import type { GivenFile } from '../worker/api.ts';

const MOST_FILES = 5000; // a home folder dropped by mistake must not be walked to its end

/** The entries must be taken in the same turn as the drop event; reading them may take its time. */
export function readDrop(transfer: DataTransfer): Promise<readonly GivenFile[]> {
  const entries = [...transfer.items].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry?.() : null;
    return entry ? [entry] : [];
  });
  if (entries.length === 0) return Promise.resolve([...transfer.files].map((file) => ({ path: file.name, file })));
  return readEntries(entries);
}

async function readEntries(entries: readonly FileSystemEntry[]): Promise<readonly GivenFile[]> {
  const found: GivenFile[] = [];
  const queue = [...entries];
  while (queue.length > 0 && found.length < MOST_FILES) {
    const entry = queue.shift()!;
    if (entry.isDirectory) queue.push(...(await listFolder(entry as FileSystemDirectoryEntry)));
    else found.push({ path: entry.fullPath.replace(/^\//, ''), file: await fileOf(entry as FileSystemFileEntry) });
  }
  return inOrder(found);
}

/** By name, as a file manager lists them: browsers hand out a folder in any order. */
const inOrder = (files: readonly GivenFile[]): readonly GivenFile[] =>
  files.toSorted((a, b) => a.path.localeCompare(b.path, undefined, { numeric: true }));

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** A reader hands out a folder in portions. */
async function listFolder(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** Files of a picker; of a folder picker with their paths. */
export const readPicked = (files: Iterable<File>): readonly GivenFile[] =>
  inOrder([...files].map((file) => ({ path: file.webkitRelativePath || file.name, file })));
