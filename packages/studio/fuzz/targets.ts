/** Doors of the studio for `npm run fuzz`: links, and projects as the browser's database gives them back. */
import { clipOnReturn, holdsWork, restOf } from '../src/app/project/project.ts';
import { soundProject } from '../src/app/project/sound-project.ts';
import type { StudioAction } from '../src/state/actions.ts';
import { initialState } from '../src/state/initial.ts';
import { reduce } from '../src/state/reducer.ts';
import { parseLink, printLink } from '../src/state/url.ts';

/** As packages/poise/fuzz has them; its code is checked by other rules. */
type Target = (data: Uint8Array) => Promise<string>;
interface Seed {
  readonly kind: string;
  readonly data: Uint8Array;
  readonly sound: true;
}

const text = (data: Uint8Array): string => new TextDecoder().decode(data);
const bytes = (content: string): Uint8Array => new TextEncoder().encode(content);

function checkFinite(value: unknown, path = ''): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`${path} is ${value}`);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
  for (const [key, inner] of Object.entries(value)) checkFinite(inner, `${path}/${key}`);
}

/** Understood as far as it makes sense, never refused. */
const link: Target = async (data) => {
  const { settings: _, ...found } = parseLink(text(data)); // modes read their settings themselves
  checkFinite(found);
  return `${Object.keys(found)} ${Object.keys(found.view)} ${found.unread.length}`;
};

/** Lists of numbers in the place of what JSON cannot say. */
const revived = (key: string, value: unknown): unknown =>
  ['q', 'time', 'force'].includes(key) && Array.isArray(value) ? Float64Array.from(value as number[]) : value;

/** What is sound comes back, the rest is left out. */
const project: Target = async (data) => {
  let kept: unknown;
  try {
    kept = JSON.parse(text(data), revived);
  } catch {
    return 'none'; // a database holds no such thing
  }
  const found = soundProject(kept);
  holdsWork(found);
  clipOnReturn(found, ['built-in:walk']);
  const { border: _, modes: __, shelf: ___, ...edits } = found.rest.document;
  checkFinite({ ...edits, view: found.rest.view });
  for (const { clip } of found.made) if (!clip.q.every(Number.isFinite)) throw new Error('a clip that is none');
  return `${Object.keys(edits.values)} ${edits.pushes.length} ${found.made.length} ${found.rest.files.length}`;
};

export const studioTargets: Readonly<Record<string, Target>> = { link, project };

const LINKS = [
  'clip=walk&p.speed=1.25&show=com,zmp&camera=side&t=1.500',
  'clip=idle&push=1:chest:20,0,0&feet=0-10:left&body=mass:70,height:1.8&mode=react&m.react=(strength:30,at:chest)',
  'shot=-0.7,1.4,2.6,32,0.1,-0.25,3&follow=no&ghosts=4x0.25&finding=2&tab=body&plots=margin,com&range=0.5,2',
];

const EDITS = [
  { type: 'clip/select', id: 'built-in:walk' },
  { type: 'body/set', body: { mass: 61, attachments: [{ to: 'chest', mass: 5, offset: [0, 0, 0.1] }] } },
  { type: 'contacts/set', contacts: [{ side: 'left', part: 'all', start: 0, end: 9, touches: true }] },
  { type: 'view/set', view: { mode: 'mend', time: 1.5, overlays: { com: true } } },
] as readonly StudioAction[];

export function studioSeeds(): readonly Seed[] {
  const state = EDITS.reduce(reduce, initialState());
  const clip = { q: [0, 1, 0, 0, 0, 0, 1], frameTime: 1 / 30, frameCount: 1, skeleton: { names: ['hips'] } };
  const kept = {
    rest: { ...restOf(state), files: ['7'], made: ['made:1 0'] },
    files: [],
    made: [{ id: 'made:1', name: 'x', mode: 'react', clip }],
  };
  return [
    ...[...LINKS, printLink(state)].map((address) => ({ kind: 'link', data: bytes(address) })),
    { kind: 'project', data: bytes(JSON.stringify(kept)) },
  ].map((seed) => ({ ...seed, sound: true as const }));
}
