/** Reads, analyses and draws up the report beside the page, so that the page stays alive. */
import { analyse, type Clip, fitBody, formats, lint, RigError, readClips, reportPage } from 'poise';
import { madeUpMotion } from '../../../examples/support/made-up-person.ts';
import type { Answer, OpenedFile, Request } from './messages.ts';

let title = '';
let clips: readonly Clip[] = [];

/** Files that only accompany a motion: the skeleton of an .amc, the model of a .mot, the buffers of a .gltf. */
const COMPANIONS = /\.(?:asf|osim|bin)$/i;

async function readFiles(files: readonly OpenedFile[]): Promise<void> {
  const main = files.find(({ name }) => !COMPANIONS.test(name)) ?? files[0];
  if (!main) throw new Error('no file was given');
  const companion = async (name: string) => files.find((file) => file.name === name)?.data;
  title = main.name;
  clips = await readClips(main.data, main.name, { companion, neighbours: files.map(({ name }) => name) });
}

function reportOn(take: number): Answer {
  const clip = clips[take];
  if (!clip) throw new Error('the file holds no motion');
  const body = fitBody(clip);
  const report = analyse(body, clip);
  const page = reportPage(body, clip, report, lint(body, clip, report), { title, madeBy: 'Poise studio' });
  return { kind: 'report', page, take, takes: clips.map(({ source, name }) => source?.animation || name) };
}

async function answer(request: Request): Promise<Answer> {
  if (request.kind === 'take') return reportOn(request.take);
  if (request.kind === 'files') await readFiles(request.files);
  else {
    clips = [madeUpMotion()];
    title = 'sample: a motion made by code';
  }
  return reportOn(0);
}

self.onmessage = async (event: MessageEvent<Request>) => {
  try {
    self.postMessage(await answer(event.data));
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    // Errors of the format name their file; what is wrong with a person does not.
    const message = error instanceof RigError && !words.includes(title) ? `${title}: ${words}` : words;
    self.postMessage({ kind: 'error', message } satisfies Answer);
  }
};

// Said once at the start: which files can be opened.
self.postMessage(formats.filter((format) => format.read).flatMap((format) => format.extensions));
