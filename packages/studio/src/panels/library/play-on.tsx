/** The clip on stage, played on the character of another clip. */
import { useApp } from '../../app/studio-context.ts';
import type { LibraryEntry, StudioState } from '../../state/types.ts';
import { useStudio } from '../../state/use-studio.ts';

/** Clips whose characters can play this one: one per file, and the person that Poise comes with. */
function charactersFor(
  library: StudioState['library'],
  { id, origin }: LibraryEntry,
): readonly (readonly [id: string, name: string])[] {
  const own = origin.kind === 'file' ? origin.fileId : undefined;
  const files = library.flatMap((entry) =>
    entry.origin.kind === 'file' && entry.origin.take === 0 && entry.origin.fileId !== own && entry.status !== 'failed'
      ? [[entry.id, entry.origin.file] as const]
      : [],
  );
  return id === MANNEQUIN || origin.kind === 'built-in'
    ? files
    : [...files, [MANNEQUIN, 'the Poise mannequin'] as const];
}

const MANNEQUIN = 'built-in:idle';

export function PlayOn({ entry }: { readonly entry: LibraryEntry }) {
  const { making } = useApp();
  const library = useStudio((state) => state.library);
  const isPerson = entry.clip?.roles.status === 'humanoid';
  const isGrowing = entry.origin.kind === 'made' && entry.origin.live;
  const characters = charactersFor(library, entry);
  if (!isPerson || isGrowing || characters.length === 0) return null;
  return (
    <label className="play-on">
      Play on
      <select
        className="plain"
        aria-label="Play this clip on another character"
        value=""
        onChange={(event) => void making.playOn(entry.id, event.currentTarget.value)}
      >
        <option value="" disabled>
          another character…
        </option>
        {characters.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
