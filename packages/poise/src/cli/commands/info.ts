import type { Command } from 'commander';
import { formats } from '../../motion/formats/index.ts';
import { describeClip } from '../../report/describe-clip.ts';
import { type Io, printJson, printLine } from '../io.ts';
import { loadClips, wantedTakes } from '../load.ts';
import { addBorderOptions, type BorderFlags, borderOptions } from '../options.ts';
import { facts, fixed, plural, wrap } from '../text.ts';

interface InfoFlags extends BorderFlags {
  readonly json?: boolean;
}

export function addInfo(program: Command, io: Io): void {
  const command = program
    .command('info')
    .argument('<file>', 'motion file')
    .description('show what a motion file holds: joints, roles, frame rate, unit, axes and floor');
  addBorderOptions(command, 'all')
    .option('--json', 'print JSON')
    .action(async (file: string, flags: InfoFlags) => {
      const clips = await loadClips(file, await borderOptions(flags));
      const shown = wantedTakes(clips, file, flags.animation);
      const id = clips[0]?.source?.format;
      const format = formats.find((candidate) => candidate.id === id)?.title ?? id ?? 'unknown';
      const takes = shown.map(describeClip);
      if (flags.json) printJson(io, { file, format, takes });
      else {
        printLine(io, `${file}: ${format}, ${plural(clips.length, 'take')}`);
        for (const take of takes) printLine(io, `\n${describeTake(take, io.columns)}`);
      }
    });
}

type Take = ReturnType<typeof describeClip>;

function describeTake(take: Take, columns: number): string {
  const lines = [facts(takeFacts(take))];
  if (take.notes.length > 0) lines.push('', '  what was inferred, and why');
  for (const note of take.notes) {
    lines.push(`    ${wrap(`${note.topic} (${note.confidence}): ${note.text}`, columns, '      ')}`);
  }
  return lines.join('\n');
}

function takeFacts(take: Take): (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = [
    ['take', take.animation || '(unnamed)'],
    ['frames', `${take.frames} at ${fixed(take.fps ?? Number.NaN, 2)} per second, ${fixed(take.duration ?? 0, 2)} s`],
    ['joints', String(take.joints)],
  ];
  if (!take.humanoid) pairs.push(['person', `none: ${take.refusal}`]);
  else {
    pairs.push(['rig', `${take.rig} (found by ${take.rolesFoundBy})`]);
    pairs.push(['roles', `${Object.keys(take.roles).length} found`]);
    const missing = [...(take.missingRoles?.required ?? []), ...(take.missingRoles?.optional ?? [])];
    if (missing.length > 0) pairs.push(['missing', missing.join(', ')]);
  }
  if (take.metresPerUnit !== null) pairs.push(['unit', `1 = ${Number(take.metresPerUnit.toPrecision(5))} m`]);
  if (take.groundHeight !== null) pairs.push(['floor', `${fixed(take.groundHeight, 3)} m above the file's zero`]);
  if (take.referenceFrames > 0) pairs.push(['set aside', plural(take.referenceFrames, 'leading reference frame')]);
  if (take.extraTracks.length > 0) {
    const names = take.extraTracks.slice(0, 6).map(({ name, kind }) => `${name} ${kind}`);
    const rest = take.extraTracks.length - names.length;
    pairs.push(['carried along', names.join(', ') + (rest > 0 ? ` and ${rest} more` : '')]);
  }
  return pairs;
}
