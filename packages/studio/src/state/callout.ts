/** What is wrong at this moment, in a few words and with the part of the body that shows it: for a label on the stage. */
import type { Clip, Finding } from 'poise';

export interface Callout {
  readonly finding: Finding;
  readonly text: string;
  readonly part: 'hips' | 'foot' | 'leftFoot' | 'rightFoot' | { readonly joint: string }; // foot: the lower one
}

const WORST_FIRST = ['error', 'warning'];

const cm = (metres: number): string => `${(100 * metres).toFixed(metres < 0.1 ? 1 : 0)} cm`;
const times = (weights: number): string => `${weights.toFixed(1)} × its weight`;

/** Rules of which a part of the body shows the size. */
const WORDS: Readonly<Record<string, { readonly part: 'hips' | 'foot'; readonly say: (value: number) => string }>> = {
  'pop m': { part: 'hips', say: (value) => `jumps ${cm(value)}` },
  'balance m': { part: 'hips', say: (value) => `${cm(value)} too far for the feet` },
  'lean m': { part: 'hips', say: (value) => `leans back ${cm(value)}` },
  'unsupported m': { part: 'foot', say: () => 'floats' }, // its number, metres off free fall, is not seen
  'skate m': { part: 'foot', say: (value) => `slides ${cm(value)}` },
  'foot-slide m': { part: 'foot', say: (value) => `slides ${cm(value)}` },
  'penetration m': { part: 'foot', say: (value) => `${cm(value)} below the floor` },
  'foot-below-ground m': { part: 'foot', say: (value) => `${cm(value)} below the floor` },
  'friction ': { part: 'foot', say: (value) => `needs a friction of ${value.toFixed(1)}` },
  'friction body weights': { part: 'hips', say: (value) => `pushed aside, ${times(value)}` },
  'pull body weights': { part: 'foot', say: (value) => `pulled down, ${times(value)}` },
};

/** A finding in a few words, or undefined where its number says nothing by itself. */
export function calloutWords({ rule, value, unit, message }: Finding): string | undefined {
  if (rule === 'ground') return `${cm(value)} ${/sunk|below/.test(message) ? 'below the floor' : 'of air'}`;
  const air = rule === 'unsupported' && /([\d.]+ cm) above/.exec(message)?.[1];
  return air ? `${air} of air` : WORDS[`${rule} ${unit}`]?.say(value);
}

/** The finding that is looked at, where the frame is one of its; else the worst that can be said so: by severity, then by how far it is
 *  over its limit. */
export function calloutAt(findings: readonly Finding[], frame: number, lookedAt?: Finding): Callout | undefined {
  const isHere = ({ start, end }: Finding): boolean => frame >= start && frame <= end;
  let worst = lookedAt && isHere(lookedAt) && calloutWords(lookedAt) !== undefined ? lookedAt : undefined;
  if (!worst) {
    for (const finding of findings) {
      if (!isHere(finding) || !WORST_FIRST.includes(finding.severity)) continue;
      if (calloutWords(finding) !== undefined && (!worst || isWorse(finding, worst))) worst = finding;
    }
  }
  const text = worst && calloutWords(worst);
  return worst && text !== undefined ? { finding: worst, text, part: partOf(worst) } : undefined;
}

function isWorse(a: Finding, b: Finding): boolean {
  const [ranked, other] = [WORST_FIRST.indexOf(a.severity), WORST_FIRST.indexOf(b.severity)];
  return ranked === other ? a.value / a.limit > b.value / b.limit : ranked < other;
}

function partOf({ rule, unit, message }: Finding): Callout['part'] {
  const [, joint] = rule === 'pop' ? (/^"([^"]+)"/.exec(message) ?? []) : [];
  if (joint !== undefined) return { joint };
  if (WORDS[`${rule} ${unit}`]?.part === 'hips') return 'hips';
  const side = /\b(left|right) (?:foot|toe|heel)/.exec(message)?.[1];
  return side === undefined ? 'foot' : (`${side}Foot` as 'leftFoot' | 'rightFoot');
}

/** Joints that stand for a part; of several the lowest is meant. */
export function jointsOfPart({ roles, skeleton }: Clip, part: Callout['part']): readonly number[] {
  if (typeof part === 'object') return [skeleton.names.indexOf(part.joint)].filter((joint) => joint >= 0);
  if (roles.status !== 'humanoid') return [];
  const { hips, leftFoot, rightFoot } = roles.roles;
  const joints = { hips: [hips], leftFoot: [leftFoot], rightFoot: [rightFoot], foot: [leftFoot, rightFoot] }[part];
  return joints.filter((joint) => joint !== undefined);
}
