/** One list of the library: clips of no group, then the groups, which fold. */
import { useState } from 'react';
import { useApp } from '../../app/studio-context.ts';
import { type Group, groupsOf, tallyOf } from '../../state/selectors.ts';
import type { LibraryEntry } from '../../state/types.ts';
import { useStore, useStudio } from '../../state/use-studio.ts';
import { IconButton, Section } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icons.tsx';
import { CompareWith } from './compare-with.tsx';
import { EntryRow } from './entry-row.tsx';
import { MotionParameters } from './motion-parameters.tsx';
import { NameField } from './name-field.tsx';
import { PlayOn } from './play-on.tsx';

interface EntriesProps {
  readonly title: string;
  readonly entries: readonly LibraryEntry[];
  readonly aside?: React.ReactNode;
  readonly children?: React.ReactNode; // below the list
}

export function Entries({ title, entries, aside, children }: EntriesProps) {
  const groups = useStudio((state) => state.view.groups);
  return (
    <Section title={title} aside={aside}>
      {groupsOf(entries, groups).map((group) =>
        group.name === '' ? (
          <Rows key="" title={title} entries={group.entries} />
        ) : (
          <GroupRows key={`group ${group.name}`} group={group} />
        ),
      )}
      {children}
    </Section>
  );
}

function GroupRows({ group: { name, entries } }: { readonly group: Group }) {
  const { session } = useApp();
  const { dispatch } = useStore();
  const folded = useStudio((state) => state.view.folded);
  const isSearched = useStudio((state) => state.view.search.trim() !== '');
  const verdicts = useStudio((state) => state.verdicts);
  const [renaming, setRenaming] = useState(false);
  const ids = entries.map(({ id }) => id);
  const isOpen = isSearched || !folded.includes(name);
  const fold = (): void => {
    const others = folded.filter((other) => other !== name);
    dispatch({ type: 'view/set', view: { folded: isOpen ? [...others, name] : others } });
  };
  return (
    <section className="group" aria-label={`Group ${name}`}>
      {renaming ? (
        <NameField
          label={`New name of the group ${name}`}
          value={name}
          onName={(group) => dispatch({ type: 'library/group', ids, group })}
          onClose={() => setRenaming(false)}
        />
      ) : (
        <div className="entry group-head">
          <button type="button" className="entry-name" aria-expanded={isOpen} title={name} onClick={fold}>
            <Icon name={isOpen ? 'down' : 'right'} size={14} />
            <span className="name">{name}</span>
            <span className="soft">{isOpen ? '' : tallyOf(entries, verdicts)}</span>
          </button>
          <span className="entry-tools">
            <IconButton icon="rename" name={`Rename the group ${name}`} onClick={() => setRenaming(true)} />
            <IconButton
              icon="close"
              name={`Remove the ${entries.length} clips of ${name} from the list`}
              onClick={() => session.remove(ids)}
            />
          </span>
        </div>
      )}
      {isOpen && <Rows title={name} entries={entries} />}
    </section>
  );
}

function Rows({ title, entries }: { readonly title: string; readonly entries: readonly LibraryEntry[] }) {
  const { session } = useApp();
  const { dispatch } = useStore();
  const onStage = useStudio((state) => state.document.clip);
  const verdicts = useStudio((state) => state.verdicts);
  const groups = useStudio((state) => state.view.groups);
  return (
    <ul className="entries" aria-label={title}>
      {entries.map((entry) => {
        const { id, origin } = entry;
        const own = {
          group: groups[id] ?? '',
          groups: [...new Set(Object.values(groups))],
          onRename: (name: string) => dispatch({ type: 'library/rename', id, name }),
          onGroup: (group: string) => dispatch({ type: 'library/group', ids: [id], group }),
          onRemove: () => session.remove([id]),
        };
        return (
          <li key={id}>
            <EntryRow
              entry={entry}
              current={id === onStage}
              verdict={verdicts[id]}
              onShow={() => void session.show(id)}
              own={origin.kind === 'built-in' ? undefined : own}
            />
            {id === onStage && origin.kind === 'built-in' && <MotionParameters motion={origin.motion} />}
            {id === onStage && <PlayOn entry={entry} />}
            {id === onStage && <CompareWith entry={entry} />}
          </li>
        );
      })}
    </ul>
  );
}
