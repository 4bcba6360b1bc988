/** How sure the reader was, and what it went by. */
import type { ImportNote } from 'poise';

const CONFIDENCE: Readonly<Record<ImportNote['confidence'], string>> = {
  stated: 'stated',
  sure: 'certain',
  likely: 'likely',
  guess: 'a guess',
};

export function Evidence({ notes }: { readonly notes: readonly ImportNote[] }) {
  if (notes.length === 0) return null;
  return (
    <ul className="notes">
      {notes.map(({ topic, text, confidence }) => (
        <li key={`${topic} ${text}`}>
          <span className={`confidence ${confidence}`}>{CONFIDENCE[confidence]}</span> {text}
        </li>
      ))}
    </ul>
  );
}
