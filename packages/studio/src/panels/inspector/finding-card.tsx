/** One finding. Open, it says what can be done and which part of the body is to blame. */
import type { Finding } from 'poise';
import { useStudio } from '../../state/use-studio.ts';
import { Icon } from '../../ui/icons.tsx';
import { ExplanationChart } from './explanation-chart.tsx';

const MARKS = { error: 'bad', warning: 'doubtful', note: 'unjudged' } as const;

interface FindingCardProps {
  readonly finding: Finding;
  readonly open: boolean;
  readonly onClick: () => void;
}

export function FindingCard({ finding, open, onClick }: FindingCardProps) {
  const rule = useStudio((state) => state.catalogue?.rules[finding.rule]);
  return (
    <div className={open ? 'finding open' : 'finding'}>
      <button type="button" className="finding-head" aria-expanded={open} onClick={onClick}>
        <span className={`mark ${finding.severity}`} role="img" aria-label={finding.severity}>
          <Icon name={MARKS[finding.severity]} size={11} />
        </span>
        <span>
          <strong>{rule?.title ?? finding.rule}</strong>
          <span className="words">{finding.message}</span>
        </span>
      </button>
      {open && (
        <div className="finding-more">
          {rule && <p className="soft">{rule.help}</p>}
          <Why rule={finding.rule} />
        </div>
      )}
    </div>
  );
}

/** Rules about where the body's weight is; to a sliding foot the shares of the body mean little. */
const ABOUT_BALANCE = ['balance', 'lean', 'friction'];

function Why({ rule }: { readonly rule: string }) {
  const explanation = useStudio((state) => state.explanation);
  return explanation && ABOUT_BALANCE.includes(rule) ? <ExplanationChart explanation={explanation} /> : null;
}
