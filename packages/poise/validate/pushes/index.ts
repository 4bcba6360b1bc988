/** Random pushes on people, stances and rigs that no method was made for. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeClip } from '../../src/motion/formats/index.ts';
import type { Outcome, Validation, ValidationOptions } from '../validation.ts';
import { type Subject, subjectsToPush } from './bodies.ts';
import { randomCases } from './cases.ts';
import { hitTable } from './hits.ts';
import { measure, type Reference, referenceOf } from './measure.ts';
import { type Recording, record } from './record.ts';
import { starterOf } from './starter.ts';
import { type Answered, badness, caseLines, fallTable, pushTable } from './tables.ts';

async function run(options: ValidationOptions): Promise<Outcome> {
  const { method, count, seed, worst, out, say } = options;
  const start = await starterOf(method);
  if (options.hits) {
    return { lines: [], markdown: `Method: ${method}.\n\n${hitTable(start)}`, figures: [] };
  }
  const subjects = await subjectsToPush(say);
  const references = new Map<Subject, Reference | string>();
  const reference = (subject: Subject): Reference | string => {
    let found = references.get(subject);
    if (found === undefined) {
      try {
        found = referenceOf(start, subject);
      } catch (error) {
        found = (error as Error).message;
      }
      references.set(subject, found);
    }
    return found;
  };
  const cases = randomCases(subjects, count, seed);
  const answers = cases.map((made, k): Answered => {
    if (k % 20 === 0) say(`case ${k} of ${cases.length}`);
    const recording = record(start, made.subject, made.pushes);
    const against = reference(made.subject);
    if (typeof against === 'string') return { made, recording: { ...recording, error: against }, measures: undefined };
    return { made, recording, measures: measured(recording, against) };
  });
  if (worst > 0) await writeWorst(answers, worst, out, say);
  const notes = `Method: ${method}. ${count} pushes in ${cases.length} cases, seed ${seed}, recorded at 60 frames a second. Changes of velocity are per 1/60 s and, like the ZMP and the feet, beyond what the same person does unpushed.`;
  const markdown = [notes, pushTable(answers), 'Falls:', fallTable(answers), exceptions(answers)].join('\n\n');
  return { lines: [], markdown, figures: [], files: [{ name: 'cases.csv', text: caseLines(answers) }] };
}

const measured = (recording: Recording, against: Reference) =>
  recording.clip.frameCount > 3 && recording.clip.q.every(Number.isFinite) ? measure(recording, against) : undefined;

function exceptions(answers: readonly Answered[]): string {
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
