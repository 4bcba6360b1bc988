/** Entry points for data of strangers, and what must hold for each: sound data or a refusal in words, never anything else. */

import { judgeClip as judge } from '../src/cli/judge.ts';
import { parsePush } from '../src/cli/push.ts';
import { parseBall } from '../src/cli/react/balls.ts';
import { FormatError, RigError, UsageError } from '../src/errors.ts';
import { parseScenario } from '../src/methods/anticipation/scenario-file.ts';
import { parseCmrt } from '../src/methods/anticipation/solved.ts';
import { printLibrary } from '../src/methods/push-response/library-file.ts';
import { parseLibrary } from '../src/methods/push-response/read-library.ts';
import type { ResponseLibrary } from '../src/methods/push-response/response.ts';
import type { Clip } from '../src/motion/clip.ts';
import { readClips } from '../src/motion/formats/index.ts';
import { parseRoleMap } from '../src/motion/role-map.ts';
import { unpackLibrary } from '../src/performer/responses/compact.ts';
import { AMC, ASF } from '../test/support/asf-text.ts';
import { clipTargets } from './clip-targets.ts';
import { checkClip, checkClosure, checkEdited, checkPlain } from './closure.ts';
import { doorTargets } from './door-targets.ts';
import { fallTargets } from './fall-targets.ts';
import { layerTargets } from './layer-targets.ts';
import { methodTargets } from './method-targets.ts';
import { OSIM } from './seeds.ts';

/** Tells what happened in few words, from which new behaviour is known; throws where something is wrong. */
export type Target = (data: Uint8Array, deep: boolean) => Promise<string>;

const text = (data: Uint8Array): string => new TextDecoder().decode(data);
const bytes = (content: string): Uint8Array => new TextEncoder().encode(content);

const COMPANIONS: Readonly<Record<string, Uint8Array>> = { 'a.asf': bytes(ASF), 'a.osim': bytes(OSIM) };
const MOST_CLIPS = 3; // of one file are written and judged
const MOST_VALUES = 60_000; // clips beyond this are not written and judged: that tests the machine

function judged(clip: Clip): void {
  try {
    const { report, findings } = judge(clip, {});
    checkPlain(report.summary, 'summary');
    for (const { message } of findings)
      if (/NaN|Infinity|undefined/.test(message)) throw new Error(`finding: ${message}`);
  } catch (error) {
    if (!(error instanceof RigError)) throw new Error(`judging: ${error}`, { cause: error });
  }
}

const reader =
  (extension: string): Target =>
  async (data, deep) => {
    const files: Readonly<Record<string, Uint8Array>> = extension === '.asf' ? { 'a.asf': data } : COMPANIONS;
    const [file, content] = extension === '.asf' ? ['a.amc', bytes(AMC)] : [`a${extension}`, data];
    const clips = await readClips(content, file, {
      companion: async (name) => (Object.hasOwn(files, name) ? files[name] : undefined),
      neighbours: Object.keys(files),
    });
    for (const [i, clip] of clips.entries()) {
      checkClip(clip, 'read');
      if (!deep || i >= MOST_CLIPS || clip.q.length > MOST_VALUES) continue;
      const model = extension === '.osim' ? data : COMPANIONS['a.osim']!;
      await checkClosure(clip, model);
      await checkEdited(clip, extension, data.length, model);
      judged(clip);
    }
    const notes = clips.flatMap((clip) => clip.source?.notes.map((note) => note.text) ?? []);
    return `${clips.length} ${clips.map((clip) => `${Math.log2(clip.frameCount + 1) | 0}/${clip.skeleton.names.length}/${clip.roles.status}`)} ${notes.join(' ')}`;
  };

const library =
  (read: (content: string, file: string) => ResponseLibrary): Target =>
  async (data, deep) => {
    const found = read(text(data), 'a.json');
    checkPlain(found.responses.map(({ clip: _, ...rest }) => rest));
    for (const { clip } of found.responses) checkClip(clip, clip.name);
    if (deep) checkPlain(parseLibrary(printLibrary(found), 'again').responses.map(({ clip }) => clip.q));
    return `${found.responses.length} ${found.responses.map(({ strategy }) => strategy)}`;
  };

const plain =
  (read: (content: string) => unknown): Target =>
  async (data) => {
    const found = read(text(data));
    checkPlain(found);
    return Object.keys(found as object).join(',');
  };

const EXTENSIONS = [
  '.bvh',
  '.glb',
  '.gltf',
  '.amc',
  '.asf',
  '.fbx',
  '.vrma',
  '.trc',
  '.c3d',
  '.osim',
  '.mot',
  '.npy',
  '.npz',
  '.pkl',
];

export const targets: Readonly<Record<string, Target>> = {
  ...Object.fromEntries(EXTENSIONS.map((extension) => [extension, reader(extension)])),
  library: library(parseLibrary),
  'compact library': library(unpackLibrary),
  cmrt: plain((content) => parseCmrt(content, 'a.json')),
  scenario: plain((content) => parseScenario(content, 'a.json')),
  'role map': plain((content) => parseRoleMap(content, 'a.json')),
  push: plain(parsePush),
  ball: plain(parseBall),
  ...clipTargets,
  ...layerTargets,
  ...fallTargets,
  ...methodTargets,
  ...doorTargets,
};

/** A refusal that begins with its place: a JSON pointer, a byte, or the part of the file that has a name or a number. */
const PLACED =
  /^(?:\/|the file: |bytes? \d|chunk \d|"|(?:the end of )?(?:asset|node|animation|accessor|buffer view|buffer|mesh|skin|model|take|joint|frame|column|samples?) ?[\d":]|the (?:array|pickle)[:,])/;
/** … or that speaks of the file as a whole. */
const WHOLE =
  /^(?:the file |the (?:left|right) |the markers |the points |the model |the zip file|the 263 numbers|this table holds|the GLB is cut off|a GLB has|no two frames|no column|neither a GLB|a motion needs|joint angles need|expected (?:an? (?:array of numpy|motion of|FBX file|skeleton|JSON object)|FBX (?:version|7)|GLB version|at least (?:\d+ bytes|2 frames)|a frame|at most \d+ joints))/;

/** Whether people are told where to look. */
export function hasPlace(error: unknown): boolean {
  if (!(error instanceof FormatError) || error.line !== undefined) return true;
  const said = error.message.slice(error.file.length + 2);
  return PLACED.test(said) || WHOLE.test(said);
}

/** Errors that are answers, per entry point: a reader of files blames the file, a reader of arguments the caller. */
export const isAnswer = (kind: string, error: unknown): boolean => hasPlace(error) && isRightError(kind, error);

const isRightError = (kind: string, error: unknown): boolean =>
  kind.startsWith('.') || kind.includes('library') || kind === 'cmrt'
    ? error instanceof FormatError
    : error instanceof FormatError || error instanceof UsageError || isArgumentError(error);

const isArgumentError = (error: unknown): boolean => (error as Error)?.name === 'CommanderError';

/** Nothing that was read has changed what all objects have. */
export function checkPrototypes(): void {
  for (const holder of [Object.prototype, Array.prototype, Function.prototype]) {
    const extra = Object.keys(holder);
    if (extra.length > 0) throw new Error(`every object now has "${extra.join('", "')}"`);
  }
}
