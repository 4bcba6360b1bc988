import type { Command } from 'commander';
import type { Body } from '../../body/body.ts';
import { toMjcf } from '../../body/mjcf.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace } from '../../dynamics/workspace.ts';
import { type Clip, frameAt } from '../../motion/clip.ts';
import { ROLES } from '../../motion/roles.ts';
import { jointCount } from '../../motion/skeleton.ts';
import { tidy, tidyList } from '../../report/json.ts';
import { checkOutputs, STANDARD_OUTPUT } from '../files.ts';
import { type Io, printJson, printLine, writeOutput } from '../io.ts';
import { personOf } from '../judge.ts';
import { loadClip } from '../load.ts';
import { addBodyOptions, addBorderOptions, type BodyFlags, type BorderFlags } from '../options.ts';
import { fixed, table } from '../text.ts';

interface BodyCommandFlags extends BorderFlags, BodyFlags {
  readonly mjcf?: string;
  readonly json?: boolean;
}

export function addBody(program: Command, io: Io): void {
  const command = program
    .command('body')
    .argument('<file>', 'motion file')
    .description('show the masses, centres of mass and inertias that Poise estimates for a skeleton')
    .option('--mjcf <file>', 'write the same body as MuJoCo XML; - prints it')
    .option('--json', 'print JSON');
  addBodyOptions(addBorderOptions(command)).action(async (file: string, flags: BodyCommandFlags) => {
    const { clip, read } = await loadClip(file, flags);
    const outputs = [flags.mjcf, flags.json ? STANDARD_OUTPUT : undefined].filter((name) => name !== undefined);
    await checkOutputs(read, outputs);
    const body = personOf(clip, flags);
    if (flags.json) printJson(io, bodyJson(file, body, clip));
    else if (flags.mjcf !== STANDARD_OUTPUT) {
      printLine(
        io,
        `${file}: ${fixed(body.totalMass, 1)} kg, ${fixed(body.height, 2)} m tall, masses by ${body.table}`,
      );
      printLine(io, `centre of mass ${fixed(comHeight(body, clip), 3)} m above the ground in the first frame\n`);
      printLine(io, table(segmentRows(body)));
    }
    if (flags.mjcf !== undefined) await writeOutput(io, flags.mjcf, toMjcf(body));
  });
}

/** Height of the CoM above y = 0 in the first frame [m]. */
function comHeight(body: Body, clip: Clip): number {
  if (clip.frameCount === 0) return Number.NaN;
  const ws = createWorkspace(body);
  forwardKinematics(body, ws, frameAt(clip, 0));
  return ws.com[1];
}

const rolesOf = (body: Body, joint: number): string => ROLES.filter((role) => body.roles[role] === joint).join(', ');

/** Joints that carry mass, in the skeleton's order. */
const massiveJoints = (body: Body): number[] =>
  Array.from({ length: jointCount(body.skeleton) }, (_, joint) => joint).filter((joint) => body.mass[joint] > 0);

function segmentRows(body: Body): string[][] {
  const header = ['joint', 'role', 'mass [kg]', 'CoM x', 'y', 'z [m]', 'Ixx', 'Iyy', 'Izz [kg·m²]'];
  const rows = massiveJoints(body).map((joint) => [
    body.skeleton.names[joint]!,
    rolesOf(body, joint) || '–',
    fixed(body.mass[joint], 2),
    ...[0, 1, 2].map((k) => fixed(body.comInSegment[3 * joint + k], 3)),
    ...[0, 1, 2].map((k) => fixed(body.inertiaInSegment[6 * joint + k], 4)),
  ]);
  return [header, ...rows, ['total', '', fixed(body.totalMass, 2)]];
}

function bodyJson(file: string, body: Body, clip: Clip) {
  return {
    file,
    mass: tidy(body.totalMass),
    height: tidy(body.height),
    comHeight: tidy(comHeight(body, clip)),
    table: body.table,
    segments: massiveJoints(body).map((joint) => ({
      joint: body.skeleton.names[joint],
      role: rolesOf(body, joint) || null,
      mass: tidy(body.mass[joint]),
      com: tidyList(body.comInSegment.subarray(3 * joint, 3 * joint + 3)),
      inertia: tidyList(body.inertiaInSegment.subarray(6 * joint, 6 * joint + 6)), // xx yy zz xy xz yz
    })),
    soles: body.soles.map(({ side, parts, segments, points }) => ({
      side,
      points: parts.map((part, i) => ({
        part,
        joint: body.skeleton.names[segments[i]],
        at: tidyList(points.subarray(3 * i, 3 * i + 3)),
      })),
    })),
  };
}
