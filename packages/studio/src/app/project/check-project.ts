/** A project file comes from anywhere: what is in it is looked at before anything is used. */
import { type Clip, createClip, createSkeleton, type SkeletonParts } from 'poise';
import type { AnimatedProp } from 'poise/io';
import type { GivenFile } from '../../worker/api.ts';
import type { MotionFile } from '../files.ts';
import type { MadeClip } from '../stage-work.ts';
import { PROJECT_VERSION, type Project } from './project.ts';
import { soundDocument, soundView } from './sound-project.ts';

type Unknown = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);

function expect(right: boolean, what: string): asserts right {
  if (!right) throw new Error(`the project file is damaged: ${what}`);
}

/** The project that was unpacked. Throws where a part is not what it should be. */
export function checkedProject(value: unknown): Project {
  expect(isRecord(value) && isRecord(value['rest']), 'no table of contents');
  const { rest, files, made } = value as { readonly rest: Unknown; readonly files: unknown; readonly made: unknown };
  expect(rest['version'] === PROJECT_VERSION, 'it is of another version of the studio');
  expect(Array.isArray(files) && Array.isArray(made), 'no lists of files and clips');
  const checkedFiles = files.map(checkedFile);
  const checkedMade = made.map(checkedMadeClip);
  const keys = rest['made'];
  expect(Array.isArray(keys) && keys.length === made.length, 'clips are missing');
  return {
    rest: {
      version: PROJECT_VERSION,
      document: soundDocument(rest['document']),
      view: soundView(rest['view']),
      files: checkedFiles.map(({ fileId }) => fileId),
      made: keys.map(String),
    },
    files: checkedFiles,
    made: checkedMade,
  };
}

function checkedFile(value: unknown): MotionFile {
  const isGiven = (given: unknown): given is GivenFile =>
    isRecord(given) && typeof given['path'] === 'string' && given['file'] instanceof File;
  expect(isRecord(value) && isGiven(value['main']), 'a motion file is missing');
  const { fileId, main, beside } = value as unknown as MotionFile;
  expect(/^\d{1,9}$/.test(fileId) && Array.isArray(beside) && beside.every(isGiven), 'a motion file is missing');
  return { fileId, main, beside };
}

const textOr = (value: unknown, other: string): string => (typeof value === 'string' ? value : other);

function checkedMadeClip(value: unknown): MadeClip {
  expect(isRecord(value) && typeof value['id'] === 'string', 'a clip has no name');
  const { id, from } = value;
  return {
    id,
    name: textOr(value['name'], id),
    mode: textOr(value['mode'], 'analyse'),
    from: typeof from === 'string' ? from : undefined,
    clip: checkedClip(value['clip']),
    props: checkedProps(value['props']),
  };
}

function checkedProps(value: unknown): readonly AnimatedProp[] | undefined {
  if (value === undefined) return undefined;
  const isProp = (prop: unknown): boolean =>
    isRecord(prop) && isRecord(prop['shape']) && prop['poses'] instanceof Float64Array;
  expect(Array.isArray(value) && value.every(isProp), 'things beside a person are incomplete');
  return value;
}

/** Built anew from its parts, so that the library itself looks at them. */
function checkedClip(value: unknown): Clip {
  expect(isRecord(value) && isRecord(value['skeleton']) && value['q'] instanceof Float64Array, 'a clip is incomplete');
  const given = value as unknown as Clip;
  const skeleton = createSkeleton(given.skeleton as SkeletonParts);
  expect(
    skeleton.names.every((name) => typeof name === 'string'),
    'joints without names',
  );
  expect(
    [given.q, skeleton.offsets].every((list) => list.every(Number.isFinite)),
    'numbers are missing in a clip',
  );
  const joints = given.roles?.status === 'humanoid' ? Object.values(given.roles.roles) : [];
  expect(
    joints.every((joint) => Number.isInteger(joint) && joint >= 0 && joint < skeleton.names.length),
    'wrong roles',
  );
  return createClip({ ...given, skeleton, extraTracks: given.extraTracks ?? [] });
}
