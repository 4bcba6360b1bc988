/** A file under a temporary name beside its place, until it is whole. */
import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { access, type FileHandle, open, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { writeError } from '../files.ts';
import { addUnfinished, endUnfinished, indivisibly } from './unfinished.ts';

const MOST_LINKS = 40; // as Linux has it
/** What file systems say that have no owners, modes or flushing; their files are as good as they can be. */
const NOT_OFFERED: readonly unknown[] = ['EPERM', 'EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'];

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code;

/** A name that nobody can guess, and short whatever the target is called. */
export const temporaryBeside = (target: string): string =>
  join(dirname(target), `.poise-${randomBytes(12).toString('base64url')}.tmp`);

/** Is it a file that was being written? */
export const isTemporary = (path: string): boolean => /^\.poise-[\w-]+\.tmp$/.test(basename(path));

export class StagedFile {
  /** As the user gave it. */
  readonly file: string;
  /** The file itself, behind all links. */
  readonly target: string;
  readonly #handle: FileHandle;
  #temporary: string | undefined; // undefined: a pipe or a device, or in its place, or gone
  #open = true;

  private constructor(file: string, target: string, handle: FileHandle, temporary: string | undefined) {
    this.file = file;
    this.target = target;
    this.#handle = handle;
    this.#temporary = temporary;
  }

  /** Makes the temporary file: exclusively, so that a link laid in its way is never followed. Throws FileError. */
  static async create(file: string): Promise<StagedFile> {
    try {
      const entry = await entryOf(file);
      if (entry && !entry.isFile() && !entry.isDirectory()) {
        return new StagedFile(file, file, await open(file, 'w'), undefined); // a pipe or a device
      }
      const target = await behindLinks(file);
      if (entry) await access(target, constants.W_OK); // a rename would replace what the user protected
      return await StagedFile.#beside(file, target, entry);
    } catch (error) {
      throw await writeError(file, error);
    }
  }

  static async #beside(file: string, target: string, entry: Stats | undefined): Promise<StagedFile> {
    if (entry?.isDirectory()) throw Object.assign(new Error('is a folder'), { code: 'EISDIR' });
    const temporary = temporaryBeside(target);
    addUnfinished(temporary);
    // a signal waits: a file that is made while names are removed would stay
    const handle = await indivisibly(() => open(temporary, 'wx', entry ? 0o600 : 0o666)).catch((error: unknown) => {
      endUnfinished(temporary);
      throw error;
    });
    const staged = new StagedFile(file, target, handle, temporary);
    try {
      if (entry) await keepOwnerAndMode(handle, entry);
      return staged;
    } catch (error) {
      await staged.discard();
      throw error;
    }
  }

  async append(data: Uint8Array | string): Promise<void> {
    await this.#telling(() => this.#handle.writeFile(data)); // goes on where it stands, and until all is written
  }

  /** Nothing is added any more; the bytes are on the disk when this returns. */
  async seal(): Promise<void> {
    await this.#telling(async () => {
      await this.#handle.sync().catch(unlessNotOffered);
      this.#open = false;
      await this.#handle.close();
    });
  }

  /** Gives the file its name. Readers see the old content or the new, never a part. */
  async install(): Promise<void> {
    const temporary = this.#temporary;
    if (temporary === undefined) return;
    await this.#telling(() => rename(temporary, this.target));
    this.#temporary = undefined;
    endUnfinished(temporary);
  }

  /** Leaves nothing behind of a file that has not been installed. */
  async discard(): Promise<void> {
    if (this.#open) await this.#handle.close().catch(() => {});
    this.#open = false;
    if (this.#temporary === undefined) return;
    await removed(this.#temporary);
    this.#temporary = undefined;
  }

  async #telling(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      throw await writeError(this.file, error);
    }
  }
}

/** Removes a temporary file; one that resists twice is tried again when the process ends. */
export async function removed(temporary: string): Promise<void> {
  const remove = (): Promise<void> => rm(temporary, { force: true });
  const gone = await remove()
    .catch(remove)
    .then(
      () => true,
      () => false,
    );
  if (gone) endUnfinished(temporary);
}

/** Makes the new names in a folder last through a power cut, where the system offers that. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close().catch(() => {});
}

async function entryOf(file: string): Promise<Stats | undefined> {
  try {
    return await stat(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The file that a link leads to, there or not: a link stays a link. */
async function behindLinks(file: string): Promise<string> {
  let path = file;
  for (let i = 0; i < MOST_LINKS; i++) {
    const folder = await realpath(dirname(path));
    const next = await readlink(path).catch(() => undefined);
    if (next === undefined) return path;
    path = resolve(folder, next);
  }
  throw Object.assign(new Error('too many links'), { code: 'ELOOP' });
}

async function keepOwnerAndMode(handle: FileHandle, { uid, gid, mode }: Stats): Promise<void> {
  const own = await handle.stat();
  if (own.uid !== uid || own.gid !== gid) await handle.chown(uid, gid).catch(unlessNotOffered);
  await handle.chmod(mode & 0o777).catch(unlessNotOffered);
}

function unlessNotOffered(error: unknown): void {
  if (!NOT_OFFERED.includes(codeOf(error))) throw error;
}
