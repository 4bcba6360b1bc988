/** What went wrong, in words, and work that takes its time, with a way out. */
import { useEffect } from 'react';
import { useApp } from '../../app/studio-context.ts';
import { Welcome } from '../../app/welcome.tsx';
import type { Notice } from '../../state/types.ts';
import { useStore, useStudio } from '../../state/use-studio.ts';
import { IconButton } from '../../ui/controls.tsx';
import './notices.css';

const INFO_STAYS = 7000; // [ms]; errors stay until they are closed

export function Notices() {
  const notices = useStudio((state) => state.notices);
  const covered = useStudio((state) => state.view.exporting); // the sheet shows the jobs itself
  return (
    <div className="notices">
      <Welcome />
      {!covered && <Jobs />}
      {notices.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

/** Work under way, with its progress and a way out. */
export function Jobs() {
  const all = useStudio((state) => state.jobs);
  const panel = useStudio(({ view }) =>
    view.panels.inspector.open && view.inspector === 'mode' ? view.mode : undefined,
  );
  // what the open panel shows need not lie over the stage
  const jobs = all.filter(({ mode }) => mode === undefined || mode !== panel);
  const { session } = useApp();
  return jobs.map(({ id, label, progress }) => (
    <div key={id} className="notice job" role="status">
      <span className="words">{label}…</span>
      <progress max={1} aria-label={label} {...(progress !== undefined && { value: progress })} />
      <button type="button" className="button" onClick={() => session.cancelJob(id)}>
        Cancel
      </button>
    </div>
  ));
}

function NoticeCard({ notice: { id, kind, text } }: { readonly notice: Notice }) {
  const { dispatch } = useStore();
  useEffect(() => {
    if (kind === 'error') return undefined;
    const timer = setTimeout(() => dispatch({ type: 'notice/remove', id }), INFO_STAYS);
    return () => clearTimeout(timer);
  }, [kind, id, dispatch]);
  return (
    <div className={`notice ${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      <span className="words">{text}</span>
      <IconButton icon="close" name="Close this message" onClick={() => dispatch({ type: 'notice/remove', id })} />
    </div>
  );
}
