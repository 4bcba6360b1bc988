/** Random pushes on people, stances and rigs that no method was made for. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../src/errors.ts';
import { writeClip } from '../../src/motion/formats/index.ts';
import type { Outcome, Validation, ValidationOptions } from '../validation.ts';
import { subjectsToPush } from './bodies.ts';
import { type PushCase, randomCases } from './cases.ts';
import { facingsOf, GROUNDS, type GroundKind, sceneOf } from './grounds.ts';
import { hitTable } from './hits.ts';
import { measure, type Reference, referenceOf } from './measure.ts';
import { type Recording, record } from './record.ts';
import { standingTable } from './standing.ts';
import { type Starter, starterOf } from './starter.ts';
import { type Answered, badness, caseLines, fallTable, groundTable, pushTable } from './tables.ts';
import { alikeFor, variedSubjects } from './varied.ts';

/** Bodies drawn at random for one table. */
const VARIED = 20;

async function run(options: ValidationOptions): Promise<Outcome> {
  const { method, count, seed, say } = options;
  const start = await starterOf(method);
  if (options.hits) {
    return { lines: [], markdown: `Method: ${method}.\n\n${hitTable(start)}`, figures: [] };
  }
  const kinds = groundsNamed(options.ground);
  const varied = options.bodies === 'varied';
  const subjects = varied ? variedSubjects(VARIED, seed) : await subjectsToPush(say);
  const cases = randomCases(subjects, count, seed, varied ? alikeFor : undefined);
  const notes = `Method: ${method}. ${count} pushes in ${cases.length} cases, seed ${seed}, recorded at 60 frames a second. Changes of velocity are per 1/60 s and, like the ZMP and the feet, beyond what the same person does unpushed.`;
  const parts: string[] = [];
  const files: { name: string; text: string }[] = [];
  const all = new Map<string, readonly Answered[]>();
  for (const kind of kinds) {
    if (kinds.length > 1 || kind !== 'flat') parts.push(standingTable(start, subjects, kind));
    const answers = pushOn(kind, start, cases, say);
    all.set(kind, answers);
    if (options.worst > 0) await writeWorst(answers, options.worst, join(options.out, kind), say);
    parts.push(pushTable(answers), `Falls on ${kind}:`, fallTable(answers), exceptions(answers));
    files.push({ name: kinds.length > 1 ? `cases-${kind}.csv` : 'cases.csv', text: caseLines(answers) });
  }
  if (kinds.length > 1) parts.unshift(groundTable(all));
  return { lines: [], markdown: [notes, ...parts].join('\n\n'), figures: [], files };
}

export function groundsNamed(name: string): readonly GroundKind[] {
  if (name === 'all') return GROUNDS;
  const kind = GROUNDS.find((known) => known === name);
  if (!kind) throw new UsageError(`no ground "${name}"; known: ${GROUNDS.join(', ')}, all`);
  return [kind];
}

/** All cases on one kind of ground. */
export function pushOn(
  kind: GroundKind,
  start: Starter,
  cases: readonly PushCase[],
  say: (what: string) => void,
): readonly Answered[] {
  const references = new Map<string, Reference | string>();
  const referenceFor = ({ subject, index }: PushCase): Reference | string => {
    const facing = index % facingsOf(kind);
    const name = `${subject.id} ${facing}`;
    let found = references.get(name);
    if (found === undefined) {
      try {
        found = referenceOf(start, subject, sceneOf(kind, subject, facing));
      } catch (error) {
        found = (error as Error).message;
      }
      references.set(name, found);
    }
    return found;
  };
  return cases.map((made, k): Answered => {
    if (k % 20 === 0) say(`${kind}: case ${k} of ${cases.length}`);
    const against = referenceFor(made);
    if (typeof against === 'string') {
      return { made, recording: { ...record(start, made.subject, made.pushes), error: against }, measures: undefined };
    }
    const recording = record(start, made.subject, made.pushes, { scene: against.scene });
    return { made, recording, measures: measured(recording, against) };
  });
}

const measured = (recording: Recording, against: Reference) =>
  recording.clip.frameCount > 3 && recording.clip.q.every(Number.isFinite) ? measure(recording, against) : undefined;

export function exceptions(answers: readonly Answered[]): string {
  const counts = new Map<string, number>();
  for (const { recording, made } of answers) {
    if (recording.error === undefined) continue;
    const text = `${made.subject.id}: ${recording.error}`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([text, times]) => `- ${times} × ${text}`).join('\n');
}

/** The cases that look worst, as BVH files to look at. */
async function writeWorst(
  answers: readonly Answered[],
  count: number,
  folder: string,
  say: (what: string) => void,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const ranked = [...answers].filter(({ measures }) => measures).sort((a, b) => badness(b) - badness(a));
  for (const [rank, { made, recording }] of ranked.slice(0, count).entries()) {
    const name = `${String(rank + 1).padStart(2, '0')}-case${made.index}-${made.subject.id.replace(/[^A-Za-z0-9]+/g, '-')}.bvh`;
    await writeFile(join(folder, name), await writeClip(recording.clip, name));
    say(`${join(folder, name)}: badness ${badness(ranked[rank]!).toFixed(1)}`);
  }
}

export const pushes: Validation = { id: 'pushes', page: null, run };
