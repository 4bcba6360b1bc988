/** What is kept of a studio, and what of it comes back. */
import { motionNamed, perform } from 'poise';
import { describe, expect, it } from 'vitest';
import { clipOnReturn, fileIdsIn, holdsWork, madeIn, type Project, restOf } from '../src/app/project/project.ts';
import type { StudioAction } from '../src/state/actions.ts';
import { initialState } from '../src/state/initial.ts';
import { reduce } from '../src/state/reducer.ts';
import type { LibraryEntry, StudioState } from '../src/state/types.ts';

const clip = perform(motionNamed('bend'));
const take = (fileId: string, number: number): LibraryEntry => ({
  id: `file:${fileId}:${number}`,
  name: `${fileId}.glb`,
  origin: { kind: 'file', file: `${fileId}.glb`, take: number, fileId },
  status: 'waiting',
});
const made = (id: string, live: boolean): StudioAction => ({
  type: 'library/made',
  id,
  name: id,
  mode: 'react',
  from: undefined,
  clip,
  live,
});

/** A studio with two files, one of them with two takes, a clip that was made and one that still grows. */
function studio(): StudioState {
  const actions: StudioAction[] = [
    { type: 'library/add', entries: [take('7', 0), take('7', 1), take('9', 0)] },
    made('kept', false),
    made('growing', true),
    made('kept', false),
    { type: 'clip/select', id: 'file:9:0' },
    { type: 'body/set', body: { mass: 61 } },
    { type: 'clip/select', id: 'file:7:1' },
    { type: 'view/set', view: { mode: 'mend', time: 1.5, search: 'x' } },
  ];
  return actions.reduce(reduce, initialState());
}

const projectOf = (state: StudioState): Project => ({
  rest: restOf(state),
  files: fileIdsIn(state).map((fileId) => ({ fileId }) as Project['files'][number]),
  made: [...madeIn(state).values()],
});

describe('a project', () => {
  it('holds every file once, finished clips, edits of all clips and the view', () => {
    const { rest, made: clips } = projectOf(studio());
    expect(rest.files).toEqual(['7', '9']);
    expect(clips.map(({ id }) => id)).toEqual(['kept']);
    expect(rest.document.shelf['file:9:0']?.body).toEqual({ mass: 61 });
    expect(rest.view).toMatchObject({ mode: 'mend', time: 1.5 });
    expect(rest.view).not.toHaveProperty('search');
  });

  it('names a clip that was made anew by another key, so that it is written again', () => {
    const before = studio();
    const after = reduce(before, made('kept', false));
    expect([...madeIn(after).keys()]).not.toEqual([...madeIn(before).keys()]);
  });

  it('is plain data', () => {
    expect(structuredClone(projectOf(studio()))).toEqual(projectOf(studio()));
  });

  it('brings the clip on stage back where it is still there', () => {
    const project = projectOf(studio());
    expect(clipOnReturn(project, [])).toBe('file:7:1');
    expect(clipOnReturn({ ...project, files: [] }, [])).toBeUndefined();
    const onWalk = {
      ...project,
      rest: { ...project.rest, document: { ...project.rest.document, clip: 'built-in:walk' } },
    };
    expect(clipOnReturn(onWalk, ['built-in:walk'])).toBe('built-in:walk');
  });

  it('of somebody who only looked holds no work', () => {
    expect(holdsWork(projectOf(initialState()))).toBe(false);
    expect(holdsWork(projectOf(studio()))).toBe(true);
  });
});
