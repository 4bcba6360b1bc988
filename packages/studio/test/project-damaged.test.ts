/** A kept project, damaged in the browser's database: what is sound comes back, nothing throws, no number is none. */
import { motionNamed, perform } from 'poise';
import { describe, expect, it } from 'vitest';
import { damagePlain } from '../../poise/fuzz/mutate-json.ts';
import { createRng } from '../../poise/src/math/random.ts';
import { clipOnReturn, holdsWork, isSame, restOf } from '../src/app/project/project.ts';
import { soundProject } from '../src/app/project/sound-project.ts';
import type { StudioAction } from '../src/state/actions.ts';
import { initialState } from '../src/state/initial.ts';
import { reduce } from '../src/state/reducer.ts';

const INPUTS = 3000;
const clip = { ...perform(motionNamed('bend')), source: undefined };
const actions: readonly StudioAction[] = [
  { type: 'clip/select', id: 'built-in:walk' },
  { type: 'body/set', body: { mass: 61, attachments: [{ to: 'chest', mass: 5, offset: [0, 0, 0.1] }] } },
  { type: 'contacts/set', contacts: [{ side: 'left', part: 'all', start: 0, end: 9, touches: true }] },
  { type: 'clip/select', id: 'file:7:1' },
  { type: 'view/set', view: { mode: 'mend', time: 1.5, overlays: { com: true } } },
] as readonly StudioAction[];
const file = { fileId: '7', main: { path: 'a.bvh', file: new Blob(['HIERARCHY']) }, beside: [] };
const made = { id: 'made:1', name: 'x', mode: 'react', clip };
const kept = {
  rest: { ...restOf(actions.reduce(reduce, initialState())), files: ['7'], made: ['made:1 0'] },
  files: [file],
  made: [made],
};

function checkFinite(value: unknown, path: string): void {
  if (typeof value === 'number') expect(Number.isFinite(value), path).toBe(true);
  else if (ArrayBuffer.isView(value)) return;
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) checkFinite(inner, `${path}/${key}`);
  }
}

describe('a kept project', () => {
  it('comes back whole where it is sound', () => {
    const project = soundProject(structuredClone(kept));
    expect(project.rest).toEqual(kept.rest);
    expect(project.files).toHaveLength(1);
    expect(project.made).toHaveLength(1);
  });

  it('comes back as far as it is sound where it is damaged', () => {
    const rng = createRng(17);
    let changed = 0;
    for (let k = 0; k < INPUTS; k++) {
      const damaged = structuredClone({ rest: kept.rest, files: kept.files, made: [] });
      for (let times = 0; times < 1 + (k % 4); times++) damagePlain(rng, damaged);
      const project = soundProject(damaged);
      holdsWork(project);
      clipOnReturn(project, ['built-in:walk']);
      if (!isSame({ ...project.rest, document: kept.rest.document }, kept.rest)) changed++;
      const { border: _, modes: __, shelf: ___, ...edits } = project.rest.document;
      checkFinite({ ...edits, view: project.rest.view }, '');
      expect(Object.keys(Object.prototype)).toEqual([]);
    }
    expect(changed).toBeGreaterThan(INPUTS / 20);
  });

  it.each([
    undefined,
    null,
    3,
    'x',
    [],
    { rest: [] },
    { rest: { document: { body: Infinity } } },
    { rest: { document: { shelf: { a: null } } }, made: [{}] },
  ])('%j is an empty one', (found) => {
    const project = soundProject(found);
    expect(project.files).toEqual([]);
    expect(project.made).toEqual([]);
    expect(project.rest.document.body).toEqual({});
  });
});
