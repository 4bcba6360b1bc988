import type { Finding } from '../balance/finding.ts';

/** One line: severity, rule, and the sentence that says what and when. */
export const findingLine = ({ severity, rule, message }: Finding): string => `${severity} [${rule}] ${message}`;
