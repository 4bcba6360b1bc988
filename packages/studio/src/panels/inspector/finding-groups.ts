/** Findings by rule and severity: a clip of eight minutes may hold hundreds, and they are mostly the same few things. */
import type { Finding } from 'poise';

export interface FindingGroup {
  readonly key: string; // rule and severity
  readonly rule: string;
  readonly severity: Finding['severity'];
  readonly members: readonly number[]; // indices into the findings, in the order of time
  readonly worst: number; // the member that goes farthest beyond its limit
  readonly frames: number; // in all stretches together
}

/** Groups in the order in which their first member stands: the gravest first. */
export function groupFindings(findings: readonly Finding[]): readonly FindingGroup[] {
  const groups = new Map<string, number[]>();
  findings.forEach(({ rule, severity }, index) => {
    const key = `${severity} ${rule}`;
    const members = groups.get(key);
    if (members) members.push(index);
    else groups.set(key, [index]);
  });
  return [...groups].map(([key, members]) => {
    const byTime = members.sort((a, b) => findings[a]!.start - findings[b]!.start);
    const size = (index: number): number => excess(findings[index]!);
    const worst = byTime.reduce((best, next) => (size(next) > size(best) ? next : best));
    const { rule, severity } = findings[worst]!;
    const frames = byTime.reduce((sum, index) => sum + findings[index]!.end - findings[index]!.start + 1, 0);
    return { key, rule, severity, members: byTime, worst, frames };
  });
}

/** How far beyond its limit, as a share of it: comparable within a rule. */
const excess = ({ value, limit }: Finding): number => Math.abs(value) / Math.max(1e-9, Math.abs(limit));
