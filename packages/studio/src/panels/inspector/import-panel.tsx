/** What was guessed when the file was read, with the evidence; every guess can be overruled. */
import type { ImportNote } from 'poise';
import { clipOnStage, entryOnStage } from '../../state/selectors.ts';
import { useStudio } from '../../state/use-studio.ts';
import { Section } from '../../ui/controls.tsx';
import { Evidence } from './evidence.tsx';
import { FileFrame } from './file-frame.tsx';
import { RoleTable } from './role-table.tsx';

const ELSEWHERE: readonly ImportNote['topic'][] = ['unit', 'up', 'forward', 'ground', 'rate', 'reference-frame'];

export function ImportPanel() {
  const entry = useStudio(entryOnStage);
  const clip = useStudio(clipOnStage);
  if (!clip) return <p className="soft empty-panel">Open a motion to see how it was read.</p>;
  if (entry?.origin.kind !== 'file') {
    return (
      <>
        <p className="soft empty-panel">This motion is made by Poise, in metres and Y up. There is nothing to guess.</p>
        <RoleTable clip={clip} editable={false} />
      </>
    );
  }
  const others = (clip.source?.notes ?? []).filter(({ topic }) => !ELSEWHERE.includes(topic));
  return (
    <>
      {entry.error && (
        <p className="panel-error" role="alert">
          {entry.error}
        </p>
      )}
      <FileFrame />
      {others.length > 0 && (
        <Section title="Also found">
          <Evidence notes={others} />
        </Section>
      )}
      <RoleTable clip={clip} editable />
    </>
  );
}
