/** Another clip beside the one on stage, with linked time. */
import type { LibraryEntry } from '../../state/types.ts';
import { useStore, useStudio } from '../../state/use-studio.ts';

export function CompareWith({ entry }: { readonly entry: LibraryEntry }) {
  const { dispatch } = useStore();
  const library = useStudio((state) => state.library);
  const mode = useStudio(({ view }) => view.mode);
  const comparison = useStudio(({ view }) => view.comparison);
  const isPerson = entry.clip?.roles.status === 'humanoid';
  const isGrowing = (origin: LibraryEntry['origin']): boolean => origin.kind === 'made' && origin.live;
  if (mode !== 'analyse' || !isPerson || isGrowing(entry.origin)) return null;
  const others = library.filter(
    ({ id, status, origin }) => id !== entry.id && status !== 'failed' && !isGrowing(origin),
  );
  const compare = (clip: string, beside: boolean): void =>
    dispatch({ type: 'view/set', view: { comparison: clip === '' ? undefined : { clip, beside } } });
  return (
    <div className="play-on">
      <label>
        Compare with
        <select
          className="plain"
          aria-label="Compare with another clip"
          value={comparison?.clip ?? ''}
          onChange={({ currentTarget: { value } }) => compare(value, comparison?.beside ?? true)}
        >
          <option value="">nothing</option>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {comparison && (
        <select
          className="plain"
          aria-label="Where the other clip stands"
          value={comparison.beside ? 'beside' : 'over'}
          onChange={({ currentTarget: { value } }) => compare(comparison.clip, value === 'beside')}
        >
          <option value="beside">beside</option>
          <option value="over">over it</option>
        </select>
      )}
    </div>
  );
}
