/** 128 hits through the reaction layer: four foreign rigs, eight directions, 10 to 60 N·s at the chest, on every kind of ground. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeClip } from '../../src/motion/formats/index.ts';
import { subjectsToPush } from '../pushes/bodies.ts';
import { impulseAt, type PushCase, placeOn } from '../pushes/cases.ts';
import { exceptions, groundsNamed, pushOn } from '../pushes/index.ts';
import { library } from '../pushes/starter.ts';
import { type Answered, badness, caseLines, fallTable, groundTable, pushTable } from '../pushes/tables.ts';
import type { Outcome, Validation, ValidationOptions } from '../validation.ts';
import { DIRECTIONS, IMPULSES, USUAL_MASS } from './cases.ts';
import { layerStarter } from './starter.ts';

const RIGS = ['Xbot', 'RobotExpressive', 'Geno', 'ReActIdle 003'];
const TIME = 1; // [s]

async function run({ ground, worst, out, say }: ValidationOptions): Promise<Outcome> {
  const start = layerStarter(await library());
  const subjects = (await subjectsToPush(say)).filter(({ id }) => RIGS.includes(id));
  const cases: PushCase[] = [];
  for (const subject of subjects) {
    for (let k = 0; k < DIRECTIONS; k++) {
      for (const size of IMPULSES) {
        const impulse = impulseAt(
          subject,
          (size * subject.body.totalMass) / USUAL_MASS,
          (2 * Math.PI * k) / DIRECTIONS,
        );
        const { segment } = placeOn(subject.body, 'chest');
        cases.push({ index: cases.length, subject, places: ['chest'], pushes: [{ time: TIME, impulse, segment }] });
      }
    }
  }
  const kinds = groundsNamed(ground);
  const all = new Map<string, readonly Answered[]>();
  const parts: string[] = [];
  const files: { name: string; text: string }[] = [];
  for (const kind of kinds) {
    const answers = pushOn(kind, start, cases, say);
    all.set(kind, answers);
    parts.push(`On ${kind}:`, pushTable(answers), fallTable(answers), exceptions(answers));
    files.push({ name: `cases-${kind}.csv`, text: caseLines(answers) });
    if (worst > 0) await writeWorst(answers, worst, join(out, kind));
  }
  if (kinds.length > 1) parts.unshift(groundTable(all));
  const note = `${cases.length} hits of 10 to 60 N·s per 70 kg at the chest on ${subjects.map(({ id }) => id).join(', ')}, through ReactionLayer at 60 frames a second.`;
  return { lines: [], markdown: [note, ...parts].join('\n\n'), figures: [], files };
}

async function writeWorst(answers: readonly Answered[], count: number, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const ranked = answers.filter(({ measures }) => measures).sort((a, b) => badness(b) - badness(a));
  for (const [rank, { made, recording }] of ranked.slice(0, count).entries()) {
    const name = `${String(rank + 1).padStart(2, '0')}-case${made.index}-${made.subject.id}.bvh`;
    await writeFile(join(folder, name), await writeClip(recording.clip, name));
  }
}

export const layerHits: Validation = { id: 'layer', page: null, run };
