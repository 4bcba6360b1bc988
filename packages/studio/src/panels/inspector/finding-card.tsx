/** One finding, or the worst of many alike. Open, it says what was measured, what can be done and which part is to blame. */
import type { Clip, Finding } from 'poise';
import { fileFrame } from 'poise/io';
import { type ReactNode, useEffect, useRef } from 'react';
import { MendThis } from '../../modes/mend/mend-this.tsx';
import { useStudio } from '../../state/use-studio.ts';
import { Icon } from '../../ui/icons.tsx';
import { clockText } from '../timeline/format.ts';
import { ExplanationChart } from './explanation-chart.tsx';
import { measureOf } from './finding-measure.ts';

const MARKS = { error: 'bad', warning: 'doubtful', note: 'unjudged' } as const;

interface FindingCardProps {
  readonly finding: Finding;
  readonly clip: Clip;
  readonly summary: string | undefined; // where it stands for many
  readonly open: boolean;
  readonly onClick: () => void;
  readonly children?: ReactNode; // the many
}

export function FindingCard({ finding, clip, summary, open, onClick, children }: FindingCardProps) {
  const rule = useStudio((state) => state.catalogue?.rules[finding.rule]);
  const explained = useStudio((state) => state.explanation !== undefined);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Why it is so stands further down: on a small screen the card moves up until it can be seen.
    if (open) card.current?.scrollIntoView({ block: explained ? 'start' : 'nearest' });
  }, [open, explained]);
  return (
    <div ref={card} className={open ? 'finding open' : 'finding'}>
      <button type="button" className="finding-head" aria-expanded={open} onClick={onClick}>
        <span className={`mark ${finding.severity}`} role="img" aria-label={finding.severity}>
          <Icon name={MARKS[finding.severity]} size={11} />
        </span>
        <span>
          <strong>{rule?.title ?? finding.rule}</strong>
          <span className="words">{summary ?? finding.message}</span>
        </span>
      </button>
      {open && (
        <div className="finding-more">
          {children}
          {summary && <p>{finding.message}</p>}
          <Measured finding={finding} clip={clip} />
          <Why rule={finding.rule} />
          <MendThis rule={finding.rule} />
          {rule && <p className="soft">{rule.help}</p>}
        </div>
      )}
    </div>
  );
}

/** What the number is, its peak and what it was held against. */
function Measured({ finding, clip }: Pick<FindingCardProps, 'finding' | 'clip'>) {
  const { quantity, peak, limit } = measureOf(finding);
  const against = `limit ${limit}`;
  return (
    <p className="measured">
      {quantity}: <b>{peak}</b> at its peak, frame {fileFrame(clip, finding.worst)} (
      {clockText(finding.worst * clip.frameTime, 2)}); {against}.
    </p>
  );
}

/** Rules about where the body's weight is; to a sliding foot the shares of the body mean little. */
const ABOUT_BALANCE = ['balance', 'lean', 'friction'];

function Why({ rule }: { readonly rule: string }) {
  const explanation = useStudio((state) => state.explanation);
  return explanation && ABOUT_BALANCE.includes(rule) ? <ExplanationChart explanation={explanation} /> : null;
}
