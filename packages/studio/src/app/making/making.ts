/** Clips that are made of clips of the library: reactions to the pushes in the timeline, motions on other characters, mended files. */
import * as comlink from 'comlink';
import { NO_EDITS } from '../../state/initial.ts';
import { entryOnStage, fileStem } from '../../state/selectors.ts';
import type { Store } from '../../state/store.ts';
import type { ClipEdits, ClipId, LibraryEntry, StudioState } from '../../state/types.ts';
import type { ClipRequest, Progress } from '../../worker/api.ts';
import { Cancelled, createLane } from '../../worker/lane.ts';
import type { MadeFrom, MakeWorker } from '../../worker/make-api.ts';
import { spawnPart } from '../../worker/spawn.ts';
import { clipRequest, editsFor, judgeOptions } from '../requests.ts';
import type { Session } from '../session.ts';
import { partOf } from './part.ts';
import { timeLeft, waitingToMend } from './queue.ts';
import { zipOf } from './zip.ts';

export interface Making {
  /** The clip on stage reacts to the pushes in its timeline; the reaction comes on stage as a clip of its own. */
  readonly react: () => Promise<void>;
  /** Plays a clip on the character of another one. */
  readonly playOn: (motion: ClipId, character: ClipId) => Promise<void>;
  /** A clip with its body, to stand beside the one on stage; undefined where it cannot be read. */
  readonly look: (id: ClipId) => Promise<MadeFrom | undefined>;
  /** The part of the clip on stage between two times [s], as a clip of its own. */
  readonly trim: (start: number, end: number) => void;
  /** Mends the user's files with problems, one after the other; those that are mended already are passed over. */
  readonly mendAll: () => Promise<void>;
  /** All mended files in one archive. */
  readonly mendedFiles: () => Promise<Blob | undefined>;
}

export const spawnMaker = (): Worker => spawnPart('make');

const mendedId = (id: ClipId): ClipId => `mend:${id}`;
/** The folder in an archive of a clip that was made: the group of what it was made from. */
function folderFor({ origin }: LibraryEntry, { view: { groups } }: StudioState): string {
  const group = origin.kind === 'made' && origin.from !== undefined ? (groups[origin.from] ?? '') : '';
  const parts = group.split('/').filter((part) => /[^.\s]/.test(part));
  return parts.map((name) => `${fileStem({ name })}/`).join('');
}

const suffixed = (name: string, suffix: string): string => (name.endsWith(suffix) ? name : name + suffix);

export function createMaking(store: Store, session: Session): Making {
  const lane = createLane<MakeWorker>(spawnMaker);
  const entryOf = (id: ClipId): LibraryEntry | undefined => store.state().library.find((entry) => entry.id === id);
  const requestOf = (entry: LibraryEntry): ClipRequest | undefined => {
    const files = new Map(session.files().map((file) => [file.fileId, file]));
    return clipRequest(entry, editsFor(store.state(), entry.id), files, store.state());
  };
  const say = (kind: 'error' | 'info', text: string): void => store.dispatch({ type: 'notice/add', kind, text });

  /** One piece of work as a job; what goes wrong is said in words, what is cancelled is not. */
  const make = async <T>(
    label: string,
    task: (worker: comlink.Remote<MakeWorker>, progress: Progress) => Promise<T>,
  ): Promise<T | undefined> => {
    try {
      return await session.follow(label, (progress) => ({
        done: lane.run((worker) => task(worker, comlink.proxy(progress))),
        cancel: lane.end,
      }));
    } catch (error) {
      if (!(error instanceof Cancelled)) say('error', `${label}: ${(error as Error).message}`);
      return undefined;
    }
  };
  const show = (id: ClipId, name: string, mode: string, from: ClipId, edits: ClipEdits, made: MadeFrom): void => {
    store.dispatch({ type: 'edits/restore', id, edits });
    session.take({ id, name, mode, from, clip: made.clip, judgement: made.judgement });
    if (made.words) say('info', made.words);
  };

  const mendOne = async (entry: LibraryEntry, progress: Progress): Promise<void> => {
    const request = requestOf(entry);
    if (!request) return;
    const { body } = editsFor(store.state(), entry.id);
    const made = await lane.run((worker) => worker.mend(request, body, comlink.proxy(progress)));
    if (!made) return;
    const id = mendedId(entry.id);
    const name = suffixed(entry.name, ', mended');
    store.dispatch({ type: 'edits/restore', id, edits: { ...NO_EDITS, body } });
    store.dispatch({ type: 'library/made', id, name, mode: 'mend', from: entry.id, clip: made.clip });
    store.dispatch({ type: 'library/verdict', id, verdict: made.judgement.verdict });
  };

  /** `done`: told how much of all files is done. What cannot be mended is said once, and the others go on. */
  const mendQueue = async (queue: readonly LibraryEntry[], stopped: () => boolean, done: Progress): Promise<void> => {
    const began = performance.now();
    const failed: string[] = [];
    for (const [i, entry] of queue.entries()) {
      if (stopped()) throw new Cancelled();
      try {
        await mendOne(entry, (share) => done((i + share) / queue.length));
      } catch (error) {
        if (error instanceof Cancelled) throw error;
        failed.push(`${entry.name} (${(error as Error).message})`);
      }
      const left = timeLeft(performance.now() - began, i + 1, queue.length);
      if (left !== undefined && i === Math.floor(queue.length / 10)) say('info', `Mending takes about ${left} more.`);
    }
    const words = failed.length > 0 ? ` Not mended: ${failed.join('; ')}.` : '';
    say(
      failed.length > 0 ? 'error' : 'info',
      `Mended ${queue.length - failed.length} of ${queue.length} clips.${words}`,
    );
  };

  return {
    react: async () => {
      const state = store.state();
      const entry = entryOnStage(state);
      const request = entry && requestOf(entry);
      if (!entry || !request) return;
      const options = judgeOptions(state, state.document);
      const made = await make(`${entry.name} reacts`, (worker, progress) => worker.react(request, options, progress));
      if (!made) return;
      const { body, pushes } = editsFor(store.state(), entry.id);
      show(
        `react:${entry.id}`,
        suffixed(entry.name, ', pushed'),
        'react',
        entry.id,
        { ...NO_EDITS, body, pushes },
        made,
      );
    },
    playOn: async (motionId, characterId) => {
      const [motion, character] = [entryOf(motionId), entryOf(characterId)];
      const [asked, other] = [motion && requestOf(motion), character && requestOf(character)];
      if (!motion || !character || !asked || !other) return;
      const made = await make(`${motion.name} on ${character.name}`, (worker, progress) =>
        worker.retarget(asked, other, progress),
      );
      const name = `${motion.name} on ${character.name}`;
      if (made) show(`retarget:${motionId}:${characterId}`, name, 'retarget', characterId, NO_EDITS, made);
    },
    look: async (id) => {
      const entry = entryOf(id);
      const request = entry && requestOf(entry);
      if (!request) return undefined;
      const { body } = editsFor(store.state(), id);
      const made = await make(`Bringing ${entry.name}`, (worker) => worker.look(request, body));
      if (made) store.dispatch({ type: 'library/verdict', id, verdict: made.judgement.verdict });
      return made;
    },
    trim: (start, end) => {
      const entry = entryOnStage(store.state());
      const part = entry && partOf(entry, editsFor(store.state(), entry.id), start, end);
      if (!part) return;
      store.dispatch({ type: 'edits/restore', id: part.id, edits: part.edits });
      session.take({ id: part.id, name: part.name, mode: 'trim', from: entry.id, clip: part.clip });
    },
    mendAll: async () => {
      const queue = waitingToMend(store.state());
      if (queue.length === 0) return say('info', 'No file here needs mending that is not mended already.');
      let stopped = false;
      const cancel = (): void => {
        stopped = true;
        lane.end();
      };
      const label = `Mending ${queue.length === 1 ? 'one clip' : `${queue.length} clips`}`;
      const work = session.follow(label, (progress) => ({ done: mendQueue(queue, () => stopped, progress), cancel }));
      await work.catch((error: Error) => {
        if (!(error instanceof Cancelled)) say('error', error.message);
      });
    },
    mendedFiles: async () => {
      const { library } = store.state();
      const mended = library.filter(({ origin }) => origin.kind === 'made' && origin.mode === 'mend');
      return await make('Packing the mended files', async (worker, progress) => {
        const files: { name: string; data: Uint8Array<ArrayBuffer> }[] = [];
        for (const [i, entry] of mended.entries()) {
          const request = requestOf(entry);
          if (!request) continue;
          const { data, extension } = await worker.file(request);
          files.push({ name: folderFor(entry, store.state()) + fileStem(entry) + extension, data });
          progress((i + 1) / mended.length);
        }
        return zipOf(files);
      });
    },
  };
}
