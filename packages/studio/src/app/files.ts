/** Files that the user gave: which of them are motions, and which only go along. They stay where they are. */
import { takeId } from '../state/reduce-library.ts';
import type { Catalogue, LibraryEntry } from '../state/types.ts';
import type { GivenFile } from '../worker/api.ts';

export interface MotionFile {
  readonly fileId: string;
  readonly main: GivenFile;
  readonly beside: readonly GivenFile[];
}

const extensionOf = (path: string): string => /\.[^./]+$/.exec(path)?.[0].toLowerCase() ?? '';
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Sorts what was dropped. In a folder, files that are no motions are passed over; a single file is tried in any case. */
export function sortFiles(
  given: readonly GivenFile[],
  { readable, companions }: Pick<Catalogue, 'readable' | 'companions'>,
): { readonly mains: readonly GivenFile[]; readonly passedOver: number } {
  const isCompanion = ({ path }: GivenFile): boolean => companions.includes(extensionOf(path));
  const visible = given.filter(({ path }) => !nameOf(path).startsWith('.'));
  const motions = visible.filter((file) => readable.includes(extensionOf(file.path)) && !isCompanion(file));
  if (motions.length > 0)
    return { mains: motions, passedOver: visible.filter((file) => !isCompanion(file)).length - motions.length };
  // Nothing that looks like a motion: let the reader say what is wrong with each of a few.
  return { mains: visible.slice(0, 3), passedOver: Math.max(0, visible.length - 3) };
}

/** Files in the same folder (or below) that may accompany a motion. */
export function companionsOf(main: GivenFile, given: readonly GivenFile[], catalogue: Catalogue): readonly GivenFile[] {
  const folder = folderOf(main.path);
  const wanted = extensionOf(main.path) === '.gltf' ? undefined : catalogue.companions;
  return given.filter(
    ({ path, file }) =>
      file !== main.file && path.startsWith(folder) && (wanted === undefined || wanted.includes(extensionOf(path))),
  );
}

/** The folder that a file was opened with, as the name of a group; '' where it came alone. */
export const folderName = ({ main }: MotionFile): string => folderOf(main.path).slice(0, -1);

export function entryFor({ fileId, main }: MotionFile): LibraryEntry {
  const file = nameOf(main.path);
  return { id: takeId(fileId, 0), name: file, origin: { kind: 'file', file, take: 0, fileId }, status: 'waiting' };
}
