/** What happens now, in words, above everything else. */
import type { ReactNode } from 'react';
import './live.css';

export interface NowWords {
  readonly tone: 'calm' | 'busy' | 'warn' | 'bad';
  readonly title: string;
  readonly text: string;
}

/** `children`: what one would try next. */
export const Now = ({ tone, title, text, children }: NowWords & { readonly children?: ReactNode }) => (
  <section className={`live-now ${tone}`} aria-label="What happens" aria-live="polite">
    <b>{title}</b>
    <p>{text}</p>
    {children}
  </section>
);
