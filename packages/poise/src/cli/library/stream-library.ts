/** Writes a library response by response, so that large sets need not fit into memory; the file appears when it is whole. */
import { open, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { LibraryWriter } from '../../methods/push-response/library-file.ts';
import type { Response } from '../../methods/push-response/response.ts';
import { FileError } from '../exit-codes.ts';

export interface LibraryStream {
  readonly add: (response: Response) => Promise<void>;
  /** Ends the file and gives it its name. */
  readonly close: () => Promise<void>;
  /** Leaves nothing behind. */
  readonly discard: () => Promise<void>;
}

export async function streamLibrary(file: string, name: string, body: string): Promise<LibraryStream> {
  const target = await realpath(file).catch(() => file); // a link stays a link
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
  const handle = await open(temporary, 'w').catch((error: Error) => {
    throw new FileError(`${file}: no file can be made there: ${error.message}`, { cause: error });
  });
  const writer = new LibraryWriter();
  await handle.write(writer.head(name, body));
  return {
    add: async (response) => {
      await handle.write(writer.line(response));
    },
    close: async () => {
      await handle.write(writer.tail());
      await handle.close();
      await rename(temporary, target);
    },
    discard: async () => {
      await handle.close().catch(() => {});
      await rm(temporary, { force: true });
    },
  };
}
