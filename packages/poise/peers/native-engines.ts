/** Engines in C and C++ that Debian packages: compiled here, once per run, against the libraries that are installed. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Body } from '../src/body/body.ts';
import { mjcfOrder, toMjcf } from '../src/body/mjcf.ts';
import type { RandomState } from '../test/support/random-body.ts';

const SOURCES = fileURLToPath(new URL('./native/', import.meta.url));

interface NativeEngine {
  readonly name: string;
  readonly source: string;
  readonly debian: string; // package that brings headers and library
  readonly flags: readonly string[];
}

const ENGINES: readonly NativeEngine[] = [
  { name: 'MuJoCo (C)', source: 'mujoco.cpp', debian: 'libmujoco-dev', flags: ['-lmujoco'] },
  {
    name: 'DART',
    source: 'dart.cpp',
    debian: 'libdart-dev libdart-external-ikfast-dev',
    flags: ['-I/usr/include/eigen3', '-ldart', '-lassimp', '-lboost_system', '-lfcl', '-lccd'],
  },
  {
    name: 'Simbody',
    source: 'simbody.cpp',
    debian: 'libsimbody-dev',
    flags: ['-I/usr/include/simbody', '-lSimTKsimbody', '-lSimTKmath', '-lSimTKcommon'],
  },
];

/** What an engine says of the same body: `agreement` is of the first state and must be that of all engines; times in microseconds. */
export interface EngineResult {
  readonly version: string;
  readonly agreement: readonly number[]; // centre of mass (3) [m], force at the root [N], norm of joint torques [N·m], trace of the mass matrix
  readonly kinematics: number;
  readonly inverse: number;
  readonly mass: number;
}

export type EngineAnswer = { readonly name: string } & (
  | { readonly result: EngineResult }
  | { readonly missing: string }
);

/** Every engine on the body and its states. One that cannot be built says what is missing. */
export function askEngines(
  body: Body,
  states: readonly RandomState[],
  { path = process.env['PATH'] ?? '' } = {},
): readonly EngineAnswer[] {
  const folder = mkdtempSync(join(tmpdir(), 'poise-peers-'));
  try {
    const [scene, model] = [join(folder, 'scene.txt'), join(folder, 'model.xml')];
    writeFileSync(scene, sceneText(body, states));
    writeFileSync(model, toMjcf(body, { ground: false }));
    return ENGINES.map(({ name, source, debian, flags }): EngineAnswer => {
      const program = join(folder, source.replace('.cpp', ''));
      try {
        execFileSync('g++', ['-O2', '-std=c++17', '-w', join(SOURCES, source), '-o', program, ...flags], {
          stdio: ['ignore', 'ignore', 'pipe'],
          env: { ...process.env, PATH: path },
        });
      } catch (error) {
        const said = String((error as { readonly stderr?: Buffer }).stderr ?? (error as Error).message);
        const first = said.split('\n').find((line) => /error/.test(line)) ?? said.slice(0, 200);
        return { name, missing: `not built (${first.trim()}); Debian: apt-get install g++ ${debian}` };
      }
      const printed = execFileSync(program, [scene, model, [...mjcfOrder(body.skeleton)].join(' ')], {
        encoding: 'utf8',
      });
      const answer = printed.split('\n').find((line) => line.startsWith('{')) ?? '{}'; // DART says more than it is asked
      return { name, result: JSON.parse(answer) as EngineResult };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function sceneText({ skeleton, mass, comInSegment, inertiaInSegment }: Body, states: readonly RandomState[]): string {
  const joints = skeleton.names.map((_, i) =>
    [
      skeleton.parents[i],
      ...skeleton.offsets.subarray(3 * i, 3 * i + 3),
      mass[i],
      ...comInSegment.subarray(3 * i, 3 * i + 3),
      ...inertiaInSegment.subarray(6 * i, 6 * i + 6),
    ].join(' '),
  );
  const poses = states.map(({ q, v, a }) => [...q, ...v, ...a].join(' '));
  return `joints ${joints.length}\n${joints.join('\n')}\nstates ${poses.length}\n${poses.join('\n')}\n`;
}
