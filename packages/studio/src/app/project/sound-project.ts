/** A project as a browser's database gives it back. Other versions of the studio, extensions and crashes write there, too: what is not sound is left
 *  out, the rest comes back. */
import { NO_EDITS } from '../../state/initial.ts';
import { parseBody, parseContacts, printBody, printContacts } from '../../state/link-edits.ts';
import type { BodySettings, ClipEdits, StudioDocument } from '../../state/types.ts';
import type { MotionFile } from '../files.ts';
import type { MadeClip } from '../stage-work.ts';
import { type KeptView, NOTHING, type Project } from './project.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** What `check` finds sound, or the usual. */
function soundOr<T>(usual: T, check: () => T | undefined): T {
  try {
    return check() ?? usual;
  } catch {
    return usual;
  }
}

const isNumbers = (value: unknown, length?: number): boolean =>
  (Array.isArray(value) || value instanceof Float64Array) &&
  (length === undefined || value.length === length) &&
  Array.from(value as ArrayLike<unknown>).every(isNumber);

function isPush(value: unknown): boolean {
  const { name, segment, pointInSegment, time, force } = fieldsOf(value);
  const isTrack = time instanceof Float64Array && isNumbers(time) && isNumbers(force, 3 * time.length);
  return isText(name) && Number.isInteger(segment) && isNumbers(pointInSegment, 3) && isTrack;
}

function soundEdits(found: unknown): ClipEdits {
  const { values, body, contacts, pushes, border } = fieldsOf(found);
  return {
    values: Object.fromEntries(
      Object.entries(fieldsOf(values)).filter(([, value]) => isNumber(value)),
    ) as ClipEdits['values'],
    body: soundOr<BodySettings>(NO_EDITS.body, () =>
      isFields(body) && parseBody(printBody(body)) ? (body as BodySettings) : undefined,
    ),
    contacts: soundOr(NO_EDITS.contacts, () => parseContacts(printContacts(listOf(contacts) as ClipEdits['contacts']))),
    pushes: listOf(pushes).filter(isPush) as ClipEdits['pushes'],
    border: fieldsOf(border) as ClipEdits['border'],
  };
}

export function soundDocument(found: unknown): StudioDocument {
  const { clip, modes, shelf } = fieldsOf(found);
  return {
    ...soundEdits(found),
    clip: isText(clip) ? clip : undefined,
    modes: fieldsOf(modes),
    shelf: Object.fromEntries(Object.entries(fieldsOf(shelf)).map(([id, edits]) => [id, soundEdits(edits)])),
  };
}

const isShot = (value: unknown): boolean =>
  isFields(value) && isNumbers(value.target, 3) && ['theta', 'phi', 'span', 'lens'].every((k) => isNumber(value[k]));

export function soundView(found: unknown): KeptView {
  const usual = NOTHING.view;
  const given = fieldsOf(found);
  const isAlike = (key: string, value: unknown): boolean => {
    if (key === 'project') return isText(value);
    if (key === 'folded') return Array.isArray(value) && value.every(isText);
    if (key === 'names' || key === 'groups') return isFields(value) && Object.values(value).every(isText);
    if (key === 'bookmarks') return Array.isArray(value) && value.every(isShot);
    if (key === 'shot') return isShot(value);
    if (key === 'ghosts')
      return isFields(value) && typeof value.on === 'boolean' && isNumber(value.count) && isNumber(value.spacing);
    if (key === 'overlays') return isFields(value) && Object.values(value).every((on) => typeof on === 'boolean');
    return typeof value === typeof usual[key as keyof KeptView] && (typeof value !== 'number' || isNumber(value));
  };
  return Object.fromEntries(
    Object.entries(usual).map(([key, value]) => [key, isAlike(key, given[key]) ? given[key] : value]),
  ) as unknown as KeptView;
}

const isGiven = (value: unknown): boolean => isText(fieldsOf(value).path) && fieldsOf(value).file instanceof Blob;

const isFile = (value: unknown): value is MotionFile => {
  const { fileId, main, beside } = fieldsOf(value);
  return isText(fileId) && /^\d+$/.test(fileId) && isGiven(main) && Array.isArray(beside) && beside.every(isGiven);
};

const isMade = (value: unknown): value is MadeClip => {
  const { id, name, mode, clip } = fieldsOf(value);
  const { q, frameTime, frameCount, skeleton } = fieldsOf(clip);
  const names = fieldsOf(skeleton).names;
  const isClip =
    q instanceof Float64Array &&
    isNumbers(q) &&
    isNumber(frameTime) &&
    frameTime > 0 &&
    isNumber(frameCount) &&
    Array.isArray(names);
  return isText(id) && isText(name) && isText(mode) && isClip && q.length === frameCount * (3 + 4 * names.length);
};

/** Whatever was kept, as a project. */
export function soundProject(found: unknown): Project {
  const { rest, files, made } = fieldsOf(found);
  const { document, view, files: fileIds, made: madeKeys } = fieldsOf(rest);
  return {
    rest: {
      version: NOTHING.version,
      document: soundDocument(document),
      view: soundView(view),
      files: listOf(fileIds).filter(isText),
      made: listOf(madeKeys).filter(isText),
    },
    files: listOf(files).filter(isFile),
    made: listOf(made).filter(isMade),
  };
}
