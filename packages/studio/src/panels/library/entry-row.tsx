import { useEffect, useRef } from 'react';
import type { LibraryEntry, Verdict } from '../../state/types.ts';
import { IconButton } from '../../ui/controls.tsx';
import { VerdictMark } from '../../ui/verdict-mark.tsx';

interface EntryRowProps {
  readonly entry: LibraryEntry;
  readonly current: boolean;
  readonly verdict: Verdict | undefined;
  readonly onShow: () => void;
  readonly onRemove: (() => void) | undefined;
}

export function EntryRow({ entry, current, verdict, onShow, onRemove }: EntryRowProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (current) row.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <div ref={row} className={current ? 'entry current' : 'entry'}>
      <button type="button" className="entry-name" aria-current={current} title={entry.name} onClick={onShow}>
        <Badge entry={entry} verdict={verdict} />
        <EntryName name={entry.name} />
      </button>
      {onRemove && <IconButton icon="close" name={`Remove ${entry.name} from the list`} onClick={onRemove} />}
      {entry.status === 'failed' && <p className="entry-error">{entry.error}</p>}
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
