/** Everything that can leave the studio, one row each; to add one, add a line to kinds.ts. */
import { useState } from 'react';
import { useApp } from '../../app/studio-context.ts';
import { entryOnStage, fileBehindStage, fileStem } from '../../state/selectors.ts';
import { useStore, useStudio } from '../../state/use-studio.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Cancelled } from '../../worker/lane.ts';
import { Jobs } from '../notices/notices.tsx';
import { type Chosen, EXPORTS, type ExportKind } from './kinds.ts';
import { save } from './save.ts';
import './export-sheet.css';

export function ExportSheet() {
  const { dispatch } = useStore();
  const open = useStudio((state) => state.view.exporting);
  const close = (): void => dispatch({ type: 'view/set', view: { exporting: false } });
  return (
    <Dialog title="Export" open={open} onClose={close}>
      <ul className="exports">
        {EXPORTS.map((kind) => (
          <ExportRow key={kind.id} kind={kind} />
        ))}
      </ul>
      <div className="exports-jobs">
        <Jobs />
      </div>
      <p className="soft exports-note">Files are made in this page and saved by your browser. Nothing is uploaded.</p>
    </Dialog>
  );
}

type Progress = 'idle' | 'busy' | { readonly saved: string } | { readonly error: string };

function ExportRow({ kind }: { readonly kind: ExportKind }) {
  const studio = useApp();
  const entry = useStudio(entryOnStage);
  const file = useStudio((state) => fileBehindStage(state)?.file);
  const judged = useStudio((state) => state.analysis.report !== undefined);
  const [progress, setProgress] = useState<Progress>('idle');
  const [chosen, setChosen] = useState<Chosen>(() =>
    Object.fromEntries((kind.choices ?? []).map(({ label, options }) => [label, options[0]?.[0] ?? ''])),
  );
  if (!entry || kind.offered?.(file) === false) return null;
  const run = async (): Promise<void> => {
    setProgress('busy');
    try {
      const blob = await kind.make(studio, chosen);
      if (!blob) return setProgress('idle');
      const ending = Object.values(chosen).find((id) => id.startsWith('.')) ?? kind.ending;
      const name = `${fileStem(entry)}${ending}`;
      save(blob, name);
      setProgress({ saved: `Saved ${name}, ${sizeInWords(blob.size)}` });
    } catch (error) {
      setProgress(error instanceof Cancelled ? 'idle' : { error: (error as Error).message });
    }
  };
  return (
    <li>
      <div>
        <strong>{kind.title}</strong>
        <span className="soft">{kind.text(entry, file)}</span>
        {kind.choices && (
          <span className="export-choices">
            {kind.choices.map(({ label, options }) => (
              <select
                key={label}
                className="plain"
                aria-label={label}
                value={chosen[label]}
                onChange={({ currentTarget: { value } }) => setChosen({ ...chosen, [label]: value })}
              >
                {options.map(([id, title]) => (
                  <option key={id} value={id}>
                    {title}
                  </option>
                ))}
              </select>
            ))}
          </span>
        )}
        {typeof progress === 'object' && (
          <span className={'error' in progress ? 'export-error' : 'export-saved'} role="status">
            {'error' in progress ? progress.error : progress.saved}
          </span>
        )}
      </div>
      <button
        type="button"
        className="button"
        disabled={progress === 'busy' || (kind.judged && !judged)}
        onClick={() => void run()}
      >
        {progress === 'busy' ? 'Working…' : 'Save'}
        <span className="sr-only"> {kind.title}</span>
      </button>
    </li>
  );
}

function sizeInWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(0)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
