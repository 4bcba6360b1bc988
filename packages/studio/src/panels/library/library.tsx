/** The library: the user's own files first, then samples that show a verdict, then what Poise performs by itself. */
import { useApp } from '../../app/studio-context.ts';
import { entriesFound, tallyOf } from '../../state/selectors.ts';
import type { LibraryEntry } from '../../state/types.ts';
import { useStore, useStudio } from '../../state/use-studio.ts';
import { Section } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ProjectButton } from '../projects/projects.tsx';
import { CompareWith } from './compare-with.tsx';
import { EntryRow } from './entry-row.tsx';
import { MotionParameters } from './motion-parameters.tsx';
import { OpenButtons } from './open-buttons.tsx';
import { PlayOn } from './play-on.tsx';
import { QueueTools } from './queue-tools.tsx';
import './library.css';

export function Library() {
  const { dispatch } = useStore();
  const search = useStudio((state) => state.view.search);
  const library = useStudio((state) => state.library);
  const catalogue = useStudio((state) => state.catalogue);
  const found = entriesFound(library, search);
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

interface EntriesProps {
  readonly title: string;
  readonly entries: readonly LibraryEntry[];
  readonly aside?: React.ReactNode;
  readonly children?: React.ReactNode; // below the list
}

function Entries({ title, entries, aside, children }: EntriesProps) {
  const { session } = useApp();
  const { dispatch } = useStore();
  const onStage = useStudio((state) => state.document.clip);
  const verdicts = useStudio((state) => state.verdicts);
  return (
    <Section title={title} aside={aside}>
      <ul className="entries" aria-label={title}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <EntryRow
              entry={entry}
              current={entry.id === onStage}
              verdict={verdicts[entry.id]}
              onShow={() => void session.show(entry.id)}
              onRename={
                entry.origin.kind !== 'built-in'
                  ? (name) => dispatch({ type: 'library/rename', id: entry.id, name })
                  : undefined
              }
              onRemove={entry.origin.kind !== 'built-in' ? () => session.remove(entry.id) : undefined}
            />
            {entry.id === onStage && entry.origin.kind === 'built-in' && (
              <MotionParameters motion={entry.origin.motion} />
            )}
            {entry.id === onStage && <PlayOn entry={entry} />}
            {entry.id === onStage && <CompareWith entry={entry} />}
          </li>
        ))}
      </ul>
      {children}
    </Section>
  );
}

function Tally({ entries }: { readonly entries: readonly LibraryEntry[] }) {
  const verdicts = useStudio((state) => state.verdicts);
  return entries.length < 2 ? null : tallyOf(entries, verdicts);
}
