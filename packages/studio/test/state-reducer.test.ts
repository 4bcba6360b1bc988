/** Actions in, states out. */
import { describe, expect, it } from 'vitest';
import type { StudioAction } from '../src/state/actions.ts';
import { initialState, NO_EDITS } from '../src/state/initial.ts';
import { takeId } from '../src/state/reduce-library.ts';
import { PANEL_LIMITS } from '../src/state/reduce-view.ts';
import { reduce } from '../src/state/reducer.ts';
import { entriesFound, fileBehindStage, groupsOf } from '../src/state/selectors.ts';
import type { LibraryEntry, StudioState } from '../src/state/types.ts';
import { builtIn, fileEntry, stillClip } from './support/state.ts';

const after = (actions: readonly StudioAction[], from: StudioState = initialState()): StudioState =>
  actions.reduce(reduce, from);

const entries = (...list: LibraryEntry[]): StudioAction => ({ type: 'library/add', entries: list });

describe('the document', () => {
  it('keeps what was set for a clip while another is on stage', () => {
    const state = after([
      entries(builtIn('walk'), builtIn('run')),
      { type: 'clip/select', id: 'built-in:walk' },
      { type: 'values/set', name: 'speed', value: 1.6 },
      { type: 'body/set', body: { mass: 80 } },
      { type: 'clip/select', id: 'built-in:run' },
    ]);
    expect(state.document).toMatchObject(NO_EDITS);
    const back = after([{ type: 'clip/select', id: 'built-in:walk' }], state);
    expect(back.document.values).toEqual({ speed: 1.6 });
    expect(back.document.body).toEqual({ mass: 80 });
  });

  it('takes undefined as "as measured"', () => {
    const state = after([
      { type: 'body/set', body: { mass: 80, height: 1.7 } },
      { type: 'body/set', body: { mass: undefined } as never },
      { type: 'values/set', name: 'speed', value: 2 },
      { type: 'values/set', name: 'speed', value: undefined },
    ]);
    expect(state.document.body).toEqual({ height: 1.7 });
    expect('mass' in state.document.body).toBe(false);
    expect(state.document.values).toEqual({});
  });

  it('forgets finding and zoom when another clip comes on stage, but opens the first where a link said', () => {
    const first = after([
      entries(builtIn('walk'), builtIn('run')),
      { type: 'view/set', view: { time: 1.5 } },
      { type: 'clip/select', id: 'built-in:walk' },
    ]);
    expect(first.view.time).toBe(1.5);
    const second = after(
      [
        { type: 'view/set', view: { finding: 2, plotRange: [1, 2] } },
        { type: 'clip/select', id: 'built-in:run' },
      ],
      first,
    );
    expect(second.view).toMatchObject({ time: 0, finding: undefined, plotRange: undefined });
  });
});

describe('the library', () => {
  it('lists the takes of a file once they are known, in place', () => {
    const takes = { type: 'library/takes', fileId: '1', takes: ['idle', '', 'run'] } as const;
    const state = after([entries(fileEntry('1', 'Xbot.glb'), fileEntry('2', 'b.bvh')), takes, takes]);
    expect(state.library.map(({ name }) => name)).toEqual([
      'Xbot.glb · idle',
      'Xbot.glb · take 2',
      'Xbot.glb · run',
      'b.bvh',
    ]);
    expect(state.library[2]).toMatchObject({ id: takeId('1', 2), origin: { take: 2 } });
  });

  it('keeps only the clip on stage in memory', () => {
    const state = after([
      entries(builtIn('walk'), builtIn('run')),
      { type: 'library/loaded', id: 'built-in:walk', clip: stillClip() },
      { type: 'clip/select', id: 'built-in:walk' },
      { type: 'library/loaded', id: 'built-in:run', clip: stillClip() },
      { type: 'clip/select', id: 'built-in:run' },
      { type: 'library/loaded', id: 'built-in:run', clip: stillClip() },
    ]);
    expect(state.library.map(({ clip }) => clip !== undefined)).toEqual([false, true]);
  });

  it('does not lose a clip that could not be made anew', () => {
    const failed = { type: 'library/failed', id: takeId('1', 0), error: 'the role map lacks head' } as const;
    const loaded = { type: 'library/loaded', id: takeId('1', 0), clip: stillClip() } as const;
    const fresh = after([entries(fileEntry('1', 'a.bvh')), failed]);
    expect(fresh.library[0]).toMatchObject({ status: 'failed', error: failed.error });
    const kept = after([entries(fileEntry('1', 'a.bvh')), loaded, failed]);
    expect(kept.library[0]).toMatchObject({ status: 'ready', error: failed.error, clip: loaded.clip });
  });

  it('knows the file behind what was made from it, and that there may be none', () => {
    const made = (id: string, from: string | undefined): StudioAction => ({
      type: 'library/made',
      id,
      name: id,
      mode: 'gait',
      from,
      clip: stillClip(),
    });
    const own = fileEntry('1', 'me.glb');
    const state = after([
      entries(own),
      made('hits', own.id),
      made('fixed', 'hits'),
      made('odd', 'odd'), // made from itself: must not hang
      made('alone', undefined),
    ]);
    const file = (id: string): string | undefined =>
      fileBehindStage({ ...state, document: { ...state.document, clip: id } })?.file;
    expect([own.id, 'hits', 'fixed'].map(file)).toEqual(['me.glb', 'me.glb', 'me.glb']);
    expect(['odd', 'alone', 'nobody'].map(file)).toEqual([undefined, undefined, undefined]);
  });

  it('does not add the same entry twice', () => {
    expect(after([entries(builtIn('walk')), entries(builtIn('walk'))]).library).toHaveLength(1);
  });
});

describe('the view', () => {
  it('holds panels within their limits', () => {
    const [least, most] = PANEL_LIMITS.library;
    const at = (size: number) => after([{ type: 'view/panel', panel: 'library', size }]).view.panels.library.size;
    expect([at(1), at(300.4), at(9999)]).toEqual([least, 300, most]);
  });

  it('takes the overlays a link asked for, and the layers’ own wish otherwise', () => {
    const layers = [
      { id: 'com', title: 'CoM', key: '1' },
      { id: 'zmp', title: 'ZMP', key: '2' },
    ];
    const come: StudioAction = { type: 'layers', layers, on: ['com'] };
    expect(after([come]).view.overlays).toEqual({ com: true, zmp: false });
    const asked = after([{ type: 'view/set', view: { overlays: { zmp: true } } }, come]);
    expect(asked.view.overlays).toEqual({ com: false, zmp: true });
    expect(after([come, { type: 'view/overlay', id: 'zmp' }]).view.overlays['zmp']).toBe(true);
  });
});

describe('notices and jobs', () => {
  it('does not say the same words twice, and forgets the oldest of many', () => {
    const say = (text: string): StudioAction => ({ type: 'notice/add', kind: 'error', text });
    const state = after([say('a'), say('b'), say('a'), say('c'), say('d'), say('e')]);
    expect(state.notices.map(({ text }) => text)).toEqual(['a', 'c', 'd', 'e']);
    expect(new Set(state.notices.map(({ id }) => id)).size).toBe(4);
  });

  it('takes errors away when another clip comes on stage, not what is only news', () => {
    const state = after([
      { type: 'notice/add', kind: 'error', text: 'broken.bvh: …' },
      { type: 'notice/add', kind: 'info', text: 'passed over' },
      { type: 'clip/select', id: 'another' },
    ]);
    expect(state.notices.map(({ text }) => text)).toEqual(['passed over']);
  });

  it('follows a job to its end', () => {
    const started = after([
      { type: 'job/start', job: { id: 7, label: 'Reading', progress: undefined } },
      { type: 'job/progress', id: 7, progress: 0.5 },
    ]);
    expect(started.jobs).toEqual([{ id: 7, label: 'Reading', progress: 0.5 }]);
    expect(after([{ type: 'job/end', id: 7 }], started).jobs).toEqual([]);
  });

  it('keeps the report while the same clip is analysed again', () => {
    const subject = stillClip();
    const result = { clip: 'x', subject, report: {}, findings: [], body: {}, verdict: { status: 'good' } };
    const state = after([
      { type: 'analysis/done', result: result as never },
      { type: 'analysis/running', clip: 'x' },
    ]);
    expect(state.analysis).toMatchObject({ status: 'running', subject, report: {} });
    expect(state.verdicts['x']?.status).toBe('good');
  });

  it('marks a report that is older than what was changed since', () => {
    const subject = stillClip();
    const result = { clip: 'x', subject, report: {}, findings: [], body: {}, verdict: { status: 'good' } };
    const judged = [{ type: 'analysis/done', result: result as never }] as const;
    const again = [...judged, { type: 'analysis/running', clip: 'x' }] as const;
    const cancelled = after([...again, { type: 'analysis/cancelled' }]);
    expect(cancelled.analysis).toMatchObject({ status: 'idle', report: {}, outdated: true });
    const failed = after([...again, { type: 'analysis/failed', clip: 'x', subject, error: 'no' }]);
    expect(failed.analysis).toMatchObject({ status: 'failed', report: {}, outdated: true, error: 'no' });
    // What was found of another clip is not kept, and what is found anew is not outdated.
    const other = after([...again, { type: 'analysis/failed', clip: 'y', subject: stillClip(), error: 'no' }]);
    expect(other.analysis.report).toBeUndefined();
    expect(after(judged, cancelled).analysis.outdated).toBeUndefined();
    expect(after([{ type: 'analysis/cancelled' }]).analysis.outdated).toBeUndefined();
  });
});

describe('groups', () => {
  const walk = fileEntry('1', 'walk.glb');
  const run = fileEntry('2', 'run.bvh');
  const groups = (state: StudioState) =>
    groupsOf(state.library, state.view.groups).map(({ name, entries: list }) => [name, list.map(({ id }) => id)]);

  it('list clips together, those of none first; a name that is empty takes them out', () => {
    const state = after([entries(walk, run), { type: 'library/group', ids: [walk.id], group: 'takes' }]);
    expect(groups(state)).toEqual([
      ['', [run.id]],
      ['takes', [walk.id]],
    ]);
    expect(entriesFound(state.library, state.view.groups, 'takes').map(({ id }) => id)).toEqual([walk.id]);
    const none = after([{ type: 'library/group', ids: [walk.id], group: '' }], state);
    expect(groups(none)).toEqual([['', [walk.id, run.id]]]);
  });

  it('take in all takes of a file, and forget clips that are removed', () => {
    const state = after([
      entries(walk, run),
      { type: 'library/group', ids: [walk.id, run.id], group: 'a' },
      { type: 'library/takes', fileId: '1', takes: ['one', 'two'] },
      { type: 'library/remove', id: run.id },
    ]);
    expect(groups(state)).toEqual([['a', [takeId('1', 0), takeId('1', 1)]]]);
    expect(state.view.groups[run.id]).toBeUndefined();
  });
});
