/** What happens now, in words, above everything else. */
import './live.css';

export interface NowWords {
  readonly tone: 'calm' | 'busy' | 'warn' | 'bad';
  readonly title: string;
  readonly text: string;
}

export const Now = ({ tone, title, text }: NowWords) => (
  <section className={`live-now ${tone}`} aria-label="What happens" aria-live="polite">
    <b>{title}</b>
    <p>{text}</p>
  </section>
);
