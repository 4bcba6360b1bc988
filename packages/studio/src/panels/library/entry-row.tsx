import { useEffect, useRef, useState } from 'react';
import type { LibraryEntry, Verdict } from '../../state/types.ts';
import { IconButton } from '../../ui/controls.tsx';
import { VerdictMark } from '../../ui/verdict-mark.tsx';

interface EntryRowProps {
  readonly entry: LibraryEntry;
  readonly current: boolean;
  readonly verdict: Verdict | undefined;
  readonly onShow: () => void;
  readonly onRename: ((name: string) => void) | undefined;
  readonly onRemove: (() => void) | undefined;
}

export function EntryRow({ entry, current, verdict, onShow, onRename, onRemove }: EntryRowProps) {
  const [renaming, setRenaming] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (current) row.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <div ref={row} className={current ? 'entry current' : 'entry'}>
      {renaming && onRename ? (
        <Rename name={entry.name} onRename={onRename} onClose={() => setRenaming(false)} />
      ) : (
        <>
          <button type="button" className="entry-name" aria-current={current} title={entry.name} onClick={onShow}>
            <Badge entry={entry} verdict={verdict} />
            <EntryName name={entry.name} />
          </button>
          <span className="entry-tools">
            {onRename && <IconButton icon="rename" name={`Rename ${entry.name}`} onClick={() => setRenaming(true)} />}
            {onRemove && <IconButton icon="close" name={`Remove ${entry.name} from the list`} onClick={onRemove} />}
          </span>
        </>
      )}
      {entry.status === 'failed' && <p className="entry-error">{entry.error}</p>}
    </div>
  );
}

interface RenameProps {
  readonly name: string;
  readonly onRename: (name: string) => void;
  readonly onClose: () => void;
}

/** Enter or leaving the field takes the name, Escape leaves it as it was. */
function Rename({ name, onRename, onClose }: RenameProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const settle = (text: string): void => {
    if (text.trim() !== '' && text.trim() !== name) onRename(text.trim());
    onClose();
  };
  return (
    <input
      ref={field}
      className="entry-rename"
      aria-label={`New name of ${name}`}
      defaultValue={name}
      onBlur={({ currentTarget }) => settle(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') onClose();
        event.stopPropagation();
      }}
    />
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
