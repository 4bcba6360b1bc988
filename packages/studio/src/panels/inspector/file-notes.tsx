/** What is missing or odd in the file itself: a verdict on half a file should not look like one on the whole. */
import type { ImportNote } from 'poise';
import { clipOnStage } from '../../state/selectors.ts';
import { useStore, useStudio } from '../../state/use-studio.ts';

const MOST_NOTES = 2; // the rest stands in Import

export function FileNotes() {
  const { dispatch } = useStore();
  const text = useStudio((state) => fileWords(clipOnStage(state)?.source?.notes ?? []));
  if (text === undefined) return null;
  return (
    <p className="file-notes">
      {text}{' '}
      <button type="button" onClick={() => dispatch({ type: 'view/set', view: { inspector: 'import' } })}>
        See Import
      </button>
    </p>
  );
}

/** "In the file: the last row is cut short; … and 3 more." Undefined where there is nothing to tell. */
export function fileWords(notes: readonly ImportNote[]): string | undefined {
  const told = notes.filter(({ topic }) => topic === 'content').map(({ text }) => text);
  if (told.length === 0) return undefined;
  const more = told.length - MOST_NOTES;
  return `In the file: ${told.slice(0, MOST_NOTES).join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}
