/** What was found and done before balance, what was left alone, and measures before and after. */
import { measures } from 'poise/lint';
import { clockText } from '../../panels/timeline/format.ts';
import { useStudio } from '../../state/use-studio.ts';
import { Section } from '../../ui/controls.tsx';
import { mendResult, type Repaired } from './types.ts';

/** The measures that say most; `poise measure` has the others. */
const SHOWN = ['kimodo-skate-ratio', 'physdiff-float', 'physdiff-penetrate', 'jitter'];

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
  const number = (value: number | undefined): string => (value === undefined ? '–' : value.toPrecision(3));
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
        {measures
          .filter(({ id }) => SHOWN.includes(id))
          .map(({ id, title, unit, definition }) => (
            <tr key={id} title={definition}>
              <th scope="row">
                {title}
                {unit && ` [${unit}]`}
              </th>
              <td>{number(before[id])}</td>
              <td>{number(after[id])}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
