/** Writes a library response by response, so that large sets need not fit into memory; the file appears when it is whole. */
import { LibraryWriter } from '../../methods/push-response/library-file.ts';
import type { Response } from '../../methods/push-response/response.ts';
import { StagedFile } from '../writing/staged-file.ts';
import { installAll } from '../writing/write-files.ts';

export interface LibraryStream {
  readonly add: (response: Response) => Promise<void>;
  /** Ends the file and gives it its name. */
  readonly close: () => Promise<void>;
  /** Leaves nothing behind of a library that was not closed. */
  readonly discard: () => Promise<void>;
}

export async function streamLibrary(file: string, name: string, body: string): Promise<LibraryStream> {
  const staged = await StagedFile.create(file);
  const writer = new LibraryWriter();
  const write = (text: string): Promise<void> => staged.append(text);
  await write(writer.head(name, body)).catch(async (error: unknown) => {
    await staged.discard();
    throw error;
  });
  return {
    add: (response) => write(writer.line(response)),
    close: async () => {
      await write(writer.tail());
      await staged.seal();
      await installAll([staged]);
    },
    discard: () => staged.discard(),
  };
}
