/** What an edit did, in a few words for the undo button. */
import type { StudioAction } from './actions.ts';
import type { BodySettings } from './types.ts';

const BODY: Readonly<Record<keyof BodySettings, string>> = {
  height: 'height',
  mass: 'mass',
  sex: 'sex',
  table: 'segment masses',
  soleScale: 'sole size',
  attachments: 'what is carried',
};

/** 'stepLength' → 'step length' */
export const spaced = (name: string): string => name.replace(/([A-Z])/g, ' $1').toLowerCase();

export function editWords(action: StudioAction): string {
  switch (action.type) {
    case 'values/set':
      return spaced(action.name);
    case 'values/reset':
      return 'all parameters back';
    case 'body/set':
      return Object.keys(action.body)
        .map((key) => BODY[key as keyof BodySettings] ?? key)
        .join(', ');
    case 'contacts/set':
      return action.words ?? 'foot contacts';
    case 'pushes/set':
      return action.words ?? 'pushes';
    case 'border/set':
      return 'how the file is read';
    case 'mode/settings':
      return 'settings';
    case 'edits/restore':
      return 'settings of a link';
    default:
      return '';
  }
}
