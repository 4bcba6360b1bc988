import type { DocumentAction } from './actions.ts';
import { NO_EDITS } from './initial.ts';
import type { ClipEdits, ClipId, StudioDocument } from './types.ts';

export function reduceDocument(document: StudioDocument, action: DocumentAction): StudioDocument {
  switch (action.type) {
    case 'clip/select':
      return selectClip(document, action.id);
    case 'values/set':
      return { ...document, values: withKey(document.values, action.name, action.value) };
    case 'values/reset':
      return { ...document, values: {} };
    case 'body/set':
      return { ...document, body: withoutUndefined({ ...document.body, ...action.body }) };
    case 'contacts/set':
      return { ...document, contacts: action.contacts };
    case 'pushes/set':
      return { ...document, pushes: action.pushes };
    case 'edits/restore':
      return action.id === document.clip
        ? { ...document, ...editsOf(action.edits) }
        : { ...document, shelf: { ...document.shelf, [action.id]: action.edits } };
    case 'border/set':
      return { ...document, border: withoutUndefined(action.border) };
    case 'mode/settings':
      return { ...document, modes: { ...document.modes, [action.mode]: action.settings } };
  }
}

const editsOf = ({ values, body, contacts, pushes, border }: ClipEdits): ClipEdits => ({
  values,
  body,
  contacts,
  pushes,
  border,
});

/** Puts another clip on stage; what was set for the one before waits on the shelf. */
function selectClip(document: StudioDocument, id: ClipId): StudioDocument {
  if (id === document.clip) return document;
  const shelf =
    document.clip === undefined ? document.shelf : { ...document.shelf, [document.clip]: editsOf(document) };
  return { ...document, ...(shelf[id] ?? NO_EDITS), clip: id, shelf };
}

function withKey<T>(
  record: Readonly<Record<string, T>>,
  key: string,
  value: T | undefined,
): Readonly<Record<string, T>> {
  const { [key]: _, ...rest } = record;
  return value === undefined ? rest : { ...rest, [key]: value };
}

const withoutUndefined = <T extends object>(record: T): T =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
