/** What is known about the clip on stage, and what can be set. */
import { useEffect, useRef } from 'react';
import { modeNamed } from '../../modes/index.ts';
import type { StudioView } from '../../state/types.ts';
import { useStore, useStudio } from '../../state/use-studio.ts';
import { BodyPanel } from './body-panel.tsx';
import { ImportPanel } from './import-panel.tsx';
import { ReportPanel } from './report-panel.tsx';
import './inspector.css';

type Tab = StudioView['inspector'];

export function Inspector() {
  const { dispatch } = useStore();
  const tab = useStudio((state) => state.view.inspector);
  const mode = modeNamed(useStudio((state) => state.view.mode));
  const tabs: readonly (readonly [id: Tab, title: string])[] = [
    ['report', 'Report'],
    ['body', 'Body'],
    ['import', 'Import'],
    ['mode', mode.panel ?? mode.title],
  ];
  const clip = useStudio((state) => state.document.clip);
  const content = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another clip is read from its verdict on
  useEffect(() => {
    if (content.current) content.current.scrollTop = 0;
  }, [clip]);
  const show = (to: Tab): void => dispatch({ type: 'view/set', view: { inspector: to } });
  const move = (event: React.KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = tabs[(tabs.findIndex(([id]) => id === tab) + step + tabs.length) % tabs.length];
    if (!next) return;
    show(next[0]);
    document.getElementById(`tab-${next[0]}`)?.focus();
  };
  return (
    <div className="inspector">
      <div className="tabs" role="tablist" aria-label="Inspector" onKeyDown={move}>
        {tabs.map(([id, title]) => (
          <button
            key={id}
            id={`tab-${id}`}
            type="button"
            role="tab"
            aria-selected={id === tab}
            aria-controls="inspector-content"
            tabIndex={id === tab ? 0 : -1}
            onClick={() => show(id)}
          >
            {title}
          </button>
        ))}
      </div>
      <div
        key={tab}
        ref={content}
        className="inspector-content"
        id="inspector-content"
        role="tabpanel"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that scrolls is scrolled by keys
        tabIndex={0}
        aria-labelledby={`tab-${tab}`}
      >
        {tab === 'report' && <ReportPanel />}
        {tab === 'body' && <BodyPanel />}
        {tab === 'import' && <ImportPanel />}
        {tab === 'mode' && <mode.Inspector />}
      </div>
    </div>
  );
}
