import { useEffect, useRef, useState } from 'react';
import type { LibraryEntry, Verdict } from '../../state/types.ts';
import { IconButton } from '../../ui/controls.tsx';
import { VerdictMark } from '../../ui/verdict-mark.tsx';
import { NameField } from './name-field.tsx';

interface EntryRowProps {
  readonly entry: LibraryEntry;
  readonly current: boolean;
  readonly verdict: Verdict | undefined;
  readonly onShow: () => void;
  readonly own: OwnEntry | undefined; // of a clip of the user's own
}

interface OwnEntry {
  readonly group: string;
  readonly groups: readonly string[]; // all that there are
  readonly onRename: (name: string) => void;
  readonly onGroup: (group: string) => void;
  readonly onRemove: () => void;
}

export function EntryRow({ entry, current, verdict, onShow, own }: EntryRowProps) {
  const [editing, setEditing] = useState<'name' | 'group'>();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (current) row.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const { name, status, error } = entry;
  const close = (): void => setEditing(undefined);
  return (
    <div ref={row} className={current ? 'entry current' : 'entry'}>
      {own && editing === 'name' && (
        <NameField label={`New name of ${name}`} value={name} onName={own.onRename} onClose={close} />
      )}
      {own && editing === 'group' && (
        <NameField
          label={`Group of ${name}`}
          value={own.group}
          placeholder="Group (empty: none)"
          known={own.groups}
          mayBeEmpty
          onName={own.onGroup}
          onClose={close}
        />
      )}
      {!editing && (
        <>
          <button type="button" className="entry-name" aria-current={current} title={name} onClick={onShow}>
            <Badge entry={entry} verdict={verdict} />
            <EntryName name={name} />
          </button>
          {own && (
            <span className="entry-tools">
              <IconButton icon="rename" name={`Rename ${name}`} onClick={() => setEditing('name')} />
              <IconButton icon="folder" name={`Put ${name} into a group`} onClick={() => setEditing('group')} />
              <IconButton icon="close" name={`Remove ${name} from the list`} onClick={own.onRemove} />
            </span>
          )}
        </>
      )}
      {status === 'failed' && <p className="entry-error">{error}</p>}
    </div>
  );
}

/** Of a file with several takes the take is what tells the rows apart: where room is short, the file's name gives way. */
function EntryName({ name }: { readonly name: string }) {
  const at = name.indexOf(' · ');
  if (at < 0) return <span className="name">{name}</span>;
  return (
    <span className="name take">
      <span>{name.slice(0, at)}</span>
      <span>{name.slice(at)}</span>
    </span>
  );
}

function Badge({ entry, verdict }: { readonly entry: LibraryEntry; readonly verdict: Verdict | undefined }) {
  if (entry.status === 'loading') return <span className="mark spinning" role="img" aria-label="loading" />;
  if (entry.status === 'failed') return <VerdictMark status="bad" words="cannot be read" />;
  if (verdict) return <VerdictMark status={verdict.status} words={verdict.headline} />;
  return <span className="mark empty" aria-hidden="true" />;
}
