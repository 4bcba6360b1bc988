/** A verdict as one round mark; the words go to whoever cannot see the colour. */
import type { Verdict } from '../state/types.ts';
import { Icon } from './icons.tsx';

export const VerdictMark = ({ status, words }: { readonly status: Verdict['status']; readonly words?: string }) => (
  <span className={`mark ${status}`} role="img" aria-label={words ?? status} title={words}>
    <Icon name={status} size={11} />
  </span>
);
