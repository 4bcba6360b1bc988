/** Which scenario, and its text to be edited. */
import { printScenario } from 'poise/anticipation';
import { useEffect, useState } from 'react';
import { useApp } from '../../app/studio-context.ts';
import { useStudio } from '../../state/use-studio.ts';
import { Section } from '../../ui/controls.tsx';
import { change } from './change.ts';
import { ScenarioFields } from './scenario-fields.tsx';
import { ANTICIPATE_SETTINGS, anticipateResult, anticipateSettings, type ScenarioInfo } from './types.ts';

export function ScenarioSection() {
  const { store } = useApp();
  const { scenario, text } = useStudio(anticipateSettings);
  const { scenarios, plan } = useStudio(anticipateResult);
  const [editing, setEditing] = useState(false);
  const choose = (name: string): void => {
    const { expected, actual, own, learned } = ANTICIPATE_SETTINGS;
    // others are harder to learn
    const begins = { choice: 'solved', start: 'guess' } as const;
    change(store, { scenario: name, text: '', expected, actual, own, learned, ...begins });
    setEditing(false);
  };
  return (
    <Section
      title="Scenario"
      aside={
        <button type="button" className="link" aria-expanded={editing} onClick={() => setEditing(!editing)}>
          {editing ? 'Close' : 'Edit…'}
        </button>
      }
    >
      <select
        className="anticipate-scenario"
        aria-label="Scenario"
        value={scenario}
        onChange={(event) => choose(event.target.value)}
      >
        {grouped(scenarios).map(([group, members]) => (
          <optgroup key={group} label={group}>
            {members.map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <p className="soft anticipate-text">
        {plan?.base.text}
        {text !== '' && ' Edited.'}
      </p>
      {editing && <Editor onDone={() => setEditing(false)} />}
    </Section>
  );
}

/** Families first, then those with the default controller. */
function grouped(all: readonly ScenarioInfo[]): readonly (readonly [string, readonly ScenarioInfo[]])[] {
  const paper = all.filter(({ name }) => name.endsWith('-paper'));
  const families = all.filter(({ family }) => family);
  const rest = all.filter((one) => !paper.includes(one) && !one.family);
  const groups = [
    ['Any load', families],
    ['Default controller', rest],
    ['Controller of the paper', paper],
  ] as const;
  return groups.filter(([, members]) => members.length > 0);
}

/** The scenario as JSON; nothing is taken over before it makes sense. */
function Editor({ onDone }: { readonly onDone: () => void }) {
  const { store } = useApp();
  const { text } = useStudio(anticipateSettings);
  const complaint = useStudio((state) => anticipateResult(state).complaint);
  const base = useStudio((state) => anticipateResult(state).plan?.base);
  const given = text || (base ? printScenario(base) : '');
  const [draft, setDraft] = useState(given);
  useEffect(() => setDraft(given), [given]);
  return (
    <div className="anticipate-editor">
      {base && <ScenarioFields base={base} />}
      <textarea
        aria-label="Scenario as JSON"
        aria-invalid={complaint !== undefined}
        spellCheck={false}
        rows={14}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => event.stopPropagation()}
      />
      {complaint && (
        <p className="anticipate-complaint" role="alert">
          {complaint}
        </p>
      )}
      <div className="live-buttons inside">
        <button type="button" className="button" onClick={() => change(store, { text: draft })}>
          Try it
        </button>
        <button
          type="button"
          className="button"
          disabled={text === ''}
          onClick={() => {
            change(store, { text: '' });
            onDone();
          }}
        >
          As it comes
        </button>
      </div>
    </div>
  );
}
