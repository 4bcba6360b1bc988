/** The verdict on a motion in which nobody was found: it was read well, there is only nobody to judge. */
import type { Clip } from 'poise';
import type { Verdict } from './types.ts';

/** undefined where somebody was found. */
export function verdictOnNobody({ roles }: Clip): Verdict | undefined {
  if (roles.status !== 'refused') return undefined;
  const reason = roles.reason.replace(/\.$/, '');
  return {
    status: 'unjudged',
    errors: 0,
    warnings: 0,
    headline: 'No person was found in this file',
    detail: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}. Give the parts of the body by hand in Import.`,
  };
}
