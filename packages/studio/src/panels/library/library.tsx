/** The library: the user's own files first, then samples that show a verdict, then what Poise performs by itself. */
import { entriesFound, tallyOf } from '../../state/selectors.ts';
import type { LibraryEntry } from '../../state/types.ts';
import { useStore, useStudio } from '../../state/use-studio.ts';
import { Icon } from '../../ui/icons.tsx';
import { ProjectButton } from '../projects/projects.tsx';
import { Entries } from './entries.tsx';
import { OpenButtons } from './open-buttons.tsx';
import { QueueTools } from './queue-tools.tsx';
import './library.css';

export function Library() {
  const { dispatch } = useStore();
  const search = useStudio((state) => state.view.search);
  const library = useStudio((state) => state.library);
  const catalogue = useStudio((state) => state.catalogue);
  const groups = useStudio((state) => state.view.groups);
  const found = entriesFound(library, groups, search);
  const isSample = ({ origin }: LibraryEntry): boolean =>
    origin.kind === 'built-in' && (catalogue?.motions.find(({ id }) => id === origin.motion)?.sample ?? false);
  const made = found.filter(({ origin }) => origin.kind === 'made');
  const files = found.filter(({ origin }) => origin.kind === 'file');
  const motions = found.filter((entry) => entry.origin.kind === 'built-in' && !isSample(entry));
  const samples = found.filter(isSample);
  return (
    <div className="library">
      <div className="library-head">
        <ProjectButton />
        <OpenButtons />
        <label className="search">
          <Icon name="search" size={14} />
          <input
            type="search"
            aria-label="Search the library"
            placeholder="Search"
            value={search}
            onChange={(event) => dispatch({ type: 'view/set', view: { search: event.target.value } })}
          />
        </label>
      </div>
      <div className="library-lists">
        {made.length > 0 && <Entries title="Made here" entries={made} />}
        {files.length > 0 && (
          <Entries title="Your files" entries={files} aside={<Tally entries={files} />}>
            <QueueTools />
          </Entries>
        )}
        {samples.length > 0 && <Entries title="Broken examples" entries={samples} />}
        {motions.length > 0 && <Entries title="Built-in motions" entries={motions} />}
        {found.length === 0 && library.length > 0 && <p className="soft nothing">Nothing is called “{search}”.</p>}
      </div>
      <p className="private">
        <Icon name="shield" size={14} />
        <span title="Files are read in this page, on this machine">Nothing is uploaded.</span>
      </p>
    </div>
  );
}

function Tally({ entries }: { readonly entries: readonly LibraryEntry[] }) {
  const verdicts = useStudio((state) => state.verdicts);
  return entries.length < 2 ? null : tallyOf(entries, verdicts);
}
