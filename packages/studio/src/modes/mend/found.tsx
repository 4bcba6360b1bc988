/** What was found and done before balance, what was left alone, and measures before and after. */
import { measures } from 'poise/lint';
import { clockText } from '../../panels/timeline/format.ts';
import { useStudio } from '../../state/use-studio.ts';
import { Section } from '../../ui/controls.tsx';
import { mendResult, type Repaired } from './types.ts';

/** The measures that say most, in the words and units of the report; `poise measure` has the others, as their authors write them. */
const SHOWN: readonly { readonly id: string; readonly title: string; readonly text: (value: number) => string }[] = [
  { id: 'kimodo-skate-ratio', title: 'Foot skate', text: (share) => `${Math.round(100 * share)} %` },
  { id: 'physdiff-float', title: 'Floating', text: (mm) => `${(mm / 10).toFixed(1)} cm` },
  { id: 'physdiff-penetrate', title: 'Foot penetration', text: (mm) => `${(mm / 10).toFixed(1)} cm` },
  { id: 'jitter', title: 'Jitter', text: (jerk) => `${Math.round(jerk)} m/s³` },
];

export function Found() {
  const solved = useStudio(mendResult)?.solved;
  if (!solved) return null;
  const { stages, held } = solved.repaired;
  const sentences = stages.flatMap(({ did, left }) => [...did, ...left]);
  const time = (frame: number): string => clockText(frame * solved.clip.frameTime, 2);
  return (
    <Section title="Found">
      {sentences.length + held.length === 0 && <p className="soft">Nothing to repair before balance.</p>}
      <ul className="mend-found">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {held.map(({ start, end, why }) => (
          <li key={`${start} ${why}`} className="soft">
            {time(start)} – {time(end)}: {why}.
          </li>
        ))}
      </ul>
      <Measures repaired={solved.repaired} />
    </Section>
  );
}

function Measures({ repaired: { before, after } }: { readonly repaired: Repaired }) {
  return (
    <table className="mend-measures">
      <thead>
        <tr>
          <th scope="col">Measure</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {SHOWN.map(({ id, title, text }) => (
          <tr key={id} title={measures.find((measure) => measure.id === id)?.definition}>
            <th scope="row">{title}</th>
            {[before[id], after[id]].map((value, i) => (
              <td key={i === 0 ? 'before' : 'after'}>{value === undefined ? '–' : text(value)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
