/** What is wrong, in plain words: one card per kind of fault, its stretches listed inside. */
import type { Clip, Finding } from 'poise';
import { useMemo } from 'react';
import { useApp } from '../../app/studio-context.ts';
import { clipOnStage, findingsOnStage } from '../../state/selectors.ts';
import { useStudio } from '../../state/use-studio.ts';
import { Section } from '../../ui/controls.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { clockText } from '../timeline/format.ts';
import { FindingCard } from './finding-card.tsx';
import { type FindingGroup, groupFindings } from './finding-groups.ts';
import { measureText } from './finding-measure.ts';

const ROW = 26; // [px]
const MOST_ROWS = 7; // in sight at once

export function Findings() {
  const { session, store } = useApp();
  const findings = useStudio(findingsOnStage);
  const clip = useStudio(clipOnStage);
  const chosen = useStudio((state) => state.view.finding);
  const groups = useMemo(() => groupFindings(findings), [findings]);
  if (!clip || groups.length === 0) return null;
  const close = (): void => store.dispatch({ type: 'view/set', view: { finding: undefined } });
  return (
    <Section title="Findings" aside={String(findings.length)}>
      <ol className="findings">
        {groups.map((group) => {
          const open = chosen !== undefined && group.members.includes(chosen);
          const shown = open ? chosen : group.worst;
          const many = group.members.length > 1;
          return (
            <li key={group.key}>
              <FindingCard
                finding={findings[shown]!}
                clip={clip}
                summary={many ? summaryOf(group, findings, clip) : undefined}
                open={open}
                onClick={() => (open ? close() : session.lookAt(group.worst))}
              >
                {many && open && (
                  <Stretches group={group} findings={findings} clip={clip} chosen={shown} onChoose={session.lookAt} />
                )}
              </FindingCard>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}

function summaryOf({ members, worst, frames }: FindingGroup, findings: readonly Finding[], clip: Clip): string {
  const { value, unit, worst: frame } = findings[worst]!;
  const time = (frames * clip.frameTime).toFixed(frames * clip.frameTime < 10 ? 1 : 0);
  const at = clockText(frame * clip.frameTime, 1);
  return `${members.length} times, ${time} s in all; worst ${measureText(value, unit)} at ${at}`;
}

interface StretchesProps {
  readonly group: FindingGroup;
  readonly findings: readonly Finding[];
  readonly clip: Clip;
  readonly chosen: number;
  readonly onChoose: (finding: number) => void;
}

function Stretches({ group, findings, clip, chosen, onChoose }: StretchesProps) {
  return (
    <VirtualList
      count={group.members.length}
      rowHeight={ROW}
      most={MOST_ROWS}
      name="Where it happens"
      reveal={group.members.indexOf(chosen)}
      row={(k) => {
        const index = group.members[k]!;
        const { start, end, value, unit } = findings[index]!;
        return (
          <button type="button" className="stretch" aria-pressed={index === chosen} onClick={() => onChoose(index)}>
            <span>
              {clockText(start * clip.frameTime, 2)} – {clockText(end * clip.frameTime, 2)}
            </span>
            <span className="value">{measureText(value, unit)}</span>
          </button>
        );
      }}
    />
  );
}
