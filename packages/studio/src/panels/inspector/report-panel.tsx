/** The verdict, the numbers behind it, and what is wrong, in plain words. */
import { useApp } from '../../app/studio-context.ts';
import { verdictOnNobody } from '../../state/no-person.ts';
import { analysisOnStage, clipOnStage, entryOnStage, isOutdated } from '../../state/selectors.ts';
import { useStudio } from '../../state/use-studio.ts';
import { Section } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icons.tsx';
import { FileNotes } from './file-notes.tsx';
import { Findings } from './findings.tsx';
import { summaryRows } from './summary-rows.ts';

export function ReportPanel() {
  const entry = useStudio(entryOnStage);
  const clip = useStudio(clipOnStage);
  const outdated = useStudio(isOutdated);
  if (!entry || !clip) return <p className="soft empty-panel">Open a motion to see what Poise says about it.</p>;
  return (
    <div className={outdated ? 'outdated' : undefined}>
      <VerdictCard />
      <FileNotes />
      <Findings />
      <Numbers />
    </div>
  );
}

function VerdictCard() {
  const { session } = useApp();
  const clip = useStudio(clipOnStage);
  const analysis = useStudio(analysisOnStage);
  const status = useStudio((state) => state.analysis.status);
  const nobody = clip && verdictOnNobody(clip);
  if (nobody) {
    return (
      <Verdict status={nobody.status} headline={nobody.headline}>
        {nobody.detail}
      </Verdict>
    );
  }
  if (analysis?.status === 'failed' && !analysis.verdict) {
    return (
      <Verdict status="bad" headline="The motion could not be analysed">
        {analysis.error}
      </Verdict>
    );
  }
  if (analysis?.verdict) {
    const { verdict } = analysis;
    return (
      <>
        <Outdated />
        <Verdict status={verdict.status} headline={verdict.headline} busy={status === 'running'}>
          {verdict.detail}
        </Verdict>
      </>
    );
  }
  if (status === 'running') return <Verdict status="unjudged" headline="Analysing…" busy />;
  return (
    <Verdict status="unjudged" headline="Not analysed">
      <button type="button" className="button" onClick={session.analyseAgain}>
        Analyse
      </button>
    </Verdict>
  );
}

/** What stands below was found before the last change. */
function Outdated() {
  const { session } = useApp();
  const outdated = useStudio(isOutdated);
  const error = useStudio((state) => state.analysis.error);
  if (!outdated) return null;
  return (
    <div className="outdated-note" role="status">
      <p>
        <strong>Outdated.</strong> This is what was found before your last change
        {error ? `, which could not be analysed: ${error}` : '.'}
      </p>
      <button type="button" className="button" onClick={session.analyseAgain}>
        Analyse again
      </button>
    </div>
  );
}

interface VerdictProps {
  readonly status: 'good' | 'doubtful' | 'bad' | 'unjudged';
  readonly headline: string;
  readonly busy?: boolean;
  readonly children?: React.ReactNode;
}

const Verdict = ({ status, headline, busy = false, children }: VerdictProps) => (
  <div className={`verdict ${status}`} role="status" aria-busy={busy}>
    <span className="verdict-mark" aria-hidden="true">
      <Icon name={status} />
    </span>
    <div>
      <h2>{headline}</h2>
      {children && <p>{children}</p>}
    </div>
  </div>
);

function Numbers() {
  const clip = useStudio(clipOnStage);
  const analysis = useStudio(analysisOnStage);
  if (!clip) return null;
  const facts = [
    `${clip.frameCount} frames`,
    `${Number((1 / clip.frameTime).toFixed(2))} fps`,
    `${(Math.max(0, clip.frameCount - 1) * clip.frameTime).toFixed(2)} s`,
    `${clip.skeleton.names.length} joints`,
  ];
  return (
    <Section title="Numbers" aside={facts.join(' · ')}>
      {analysis?.report && (
        <table className="numbers">
          <tbody>
            {summaryRows(analysis.report).map(({ label, value, unit, hint }) => (
              <tr key={label} title={hint}>
                <th scope="row">{label}</th>
                <td>{value}</td>
                <td className="unit">{unit}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}
