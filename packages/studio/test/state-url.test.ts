/** Links: what goes in comes out; what is foreign is left out; old links still work. */
import type { ForceTrack } from 'poise';
import { pushTrack } from 'poise/react';
import { describe, expect, it } from 'vitest';
import { applyView } from '../src/app/address.ts';
import { modes } from '../src/modes/index.ts';
import type { StudioAction } from '../src/state/actions.ts';
import { parseCompact, printCompact } from '../src/state/compact.ts';
import { initialState, NO_EDITS } from '../src/state/initial.ts';
import { reduce } from '../src/state/reducer.ts';
import { entriesFound, fileStem, frameAtTime, tallyOf } from '../src/state/selectors.ts';
import { createStore } from '../src/state/store.ts';
import type { StudioState } from '../src/state/types.ts';
import { parseLink, printLink } from '../src/state/url.ts';
import { builtIn, fileEntry, stillClip } from './support/state.ts';

const LAYERS = ['com', 'zmp', 'support'].map((id) => ({ id, title: id, key: undefined }));
const NOTHING = { edits: NO_EDITS, settings: {}, view: {}, unread: [] };

function stateWith(id: string, ...actions: readonly StudioAction[]): StudioState {
  const entries = [builtIn('walk'), fileEntry('1', 'secret name.bvh')];
  return [
    { type: 'library/add', entries } as const,
    { type: 'layers', layers: LAYERS, on: ['com', 'zmp'] } as const,
    { type: 'clip/select', id } as const,
    ...actions,
  ].reduce<StudioState>(reduce, initialState());
}

describe('a link', () => {
  it('holds motion, parameters, overlays, camera and moment, as links always have', () => {
    const state = stateWith(
      'built-in:walk',
      { type: 'values/set', name: 'speed', value: 1.25 },
      { type: 'view/set', view: { camera: 'side' } },
    );
    const text = printLink(state, { time: 1.5 });
    expect(text).toBe('clip=walk&p.speed=1.25&show=com,zmp&camera=side&t=1.500');
    expect(parseLink(`#${text}`)).toEqual({
      ...NOTHING,
      motion: 'walk',
      edits: { ...NO_EDITS, values: { speed: 1.25 } },
      overlays: ['com', 'zmp'],
      view: { camera: 'side' },
      time: 1.5,
    });
  });

  it('holds how it is looked at: shot, follow, ghosts, finding, tab, plots and their range', () => {
    const shot = { theta: -0.7123, phi: 1.4, span: 2.6, lens: 32, target: [0.1, -0.25, 3] } as const;
    const state = stateWith(
      'built-in:walk',
      {
        type: 'view/set',
        view: {
          shot,
          follow: false,
          ghosts: { on: true, count: 4, spacing: 0.25 },
          finding: 2,
          inspector: 'body',
          plots: ['margin', 'com'],
          plotRange: [0.5, 2],
        },
      },
      { type: 'view/panel', panel: 'plots', open: true },
    );
    const text = printLink(state);
    expect(text.length).toBeLessThan(160);
    expect(parseLink(text)).toEqual({
      ...NOTHING,
      motion: 'walk',
      overlays: ['com', 'zmp'],
      view: {
        shot,
        follow: false,
        ghosts: { on: true, count: 4, spacing: 0.25 },
        inspector: 'body',
        plotRange: [0.5, 2],
      },
      plots: ['margin', 'com'],
      finding: 2,
    });
  });

  it('holds what was set for the clip: body with what it carries, contacts, pushes, settings of modes', () => {
    const body = {
      height: 1.9,
      sex: 'female',
      table: 'winter',
      attachments: [{ to: 'chest', mass: 10, offset: [0, 0.1, -0.22], radius: 0.15 }],
    } as const;
    const contacts = [
      { side: 'left', part: 'all', start: 10, end: 25, touches: true },
      { side: 'right', part: 'heel', start: 0, end: 3, touches: false },
    ] as const;
    const push = pushTrack({
      name: 'a push, hard!',
      segment: 12,
      impulse: [1, 0, 20],
      pointInSegment: [0, 0, 0],
      time: 0.4,
      duration: 0.15,
    });
    const odd: ForceTrack = {
      name: 'rope',
      segment: 3,
      pointInSegment: [0, 0.1, 0],
      time: Float64Array.of(0, 0.5, 2),
      force: Float64Array.of(0, 0, 0, 5, 100, -3, 0, 0, 0),
    };
    const usual = { analyse: { inertia: 'full', cutoff: 'auto' } };
    const state = stateWith(
      'built-in:walk',
      { type: 'body/set', body },
      { type: 'contacts/set', contacts },
      { type: 'pushes/set', pushes: [push, odd] },
      { type: 'mode/settings', mode: 'analyse', settings: { inertia: 'full', cutoff: Number.POSITIVE_INFINITY } },
    );
    const text = printLink(state, { usual });
    expect(text.length).toBeLessThan(520);
    const { edits, settings, unread } = parseLink(text);
    expect(unread).toEqual([]);
    expect(settings).toEqual({ analyse: { cutoff: Number.POSITIVE_INFINITY } });
    expect(edits.body).toEqual(body);
    expect(edits.contacts).toEqual(contacts);
    expect(edits.pushes[1]).toEqual(odd);
    expect(edits.pushes[0]?.name).toBe('a push, hard!');
    const worst = Math.max(...push.force.map((value, i) => Math.abs(value - (edits.pushes[0]?.force[i] ?? 0))));
    expect(worst).toBeLessThan(1e-3);
  });

  it('never names a file of the user, nor what was set for it', () => {
    const state = stateWith('file:1:0', { type: 'body/set', body: { mass: 81 } });
    expect(printLink(state, { time: 2 })).not.toMatch(/secret|file|81/);
  });

  it('tells no overlays from nothing said about overlays', () => {
    const off = LAYERS.map(({ id }) => ({ type: 'view/overlay', id, on: false }) as const);
    expect(parseLink(printLink(stateWith('built-in:walk', ...off))).overlays).toEqual([]);
    expect(parseLink('').overlays).toBeUndefined();
  });

  it('leaves out what makes no sense, and says what', () => {
    const { unread, ...rest } = parseLink('#camera=inside&p.speed=fast&p.step=&t=-3&x=1&mode=');
    expect({ ...rest, unread: [] }).toEqual(NOTHING);
    expect([...unread].sort()).toEqual(['camera', 'p.speed', 'p.step', 't']);
  });

  it.each([
    'shot=1,2,3',
    'shot=0,9,1,32,0,0,0',
    'ghosts=3x',
    'ghosts=99x1',
    'follow=maybe',
    'tab=secrets',
    'range=3,1',
    'finding=-1',
    'body=(height:99)',
    'body=(soles:1)',
    'body=(attachments:!((to:chest,mass:heavy)))',
    'feet=la9-3y',
    'feet=xx',
    'push=!((name:a,segment:1.5))',
    'push=!((name:a,segment:1,at:!(0,0,0),time:!(1,0),force:!(0,0,0,0,0,0)))',
    'm.analyse=(cutoff:',
    `m.analyse=${'!('.repeat(40)}`,
    `body=(${'a'.repeat(30_000)}:1)`,
  ])('is not led astray by %s', (text) => {
    const { unread, ...rest } = parseLink(text);
    expect({ ...rest, unread: [] }).toEqual(NOTHING);
    expect(unread).toHaveLength(1);
  });
});

describe('compact text', () => {
  it.each([
    [1.5, -2e-7, Number.NEGATIVE_INFINITY, true, false],
    ['', 'a b', "it's!", '12', 'Bip01 L Foot', 'äöü'],
    { a: {}, 'a key:': [[], [[1]]], n: 'none' },
  ])('reads what it writes', (...value) => {
    expect(parseCompact(printCompact(value))).toEqual(value);
  });

  it.each(['(', '!(1', '(a:1', '1 2', "'open", '!x', '', 'a,b'])('refuses %s', (text) => {
    expect(parseCompact(text)).toBeUndefined();
  });
});

describe('selectors', () => {
  it('finds entries by all words of the search', () => {
    const list = [builtIn('walk slow'), builtIn('walk fast')];
    expect(entriesFound(list, {}, ' FAST walk').map(({ name }) => name)).toEqual(['walk fast']);
    expect(entriesFound(list, {}, '')).toHaveLength(2);
  });

  it('tells how a list of files came out', () => {
    const [a, b] = [builtIn('a'), builtIn('b')];
    const broken = { ...builtIn('c'), status: 'failed' } as const;
    const verdict = (status: 'good' | 'bad') => ({ status, errors: 0, warnings: 0, headline: '', detail: '' });
    expect(tallyOf([a, b], { [a.id]: verdict('good') })).toBe('1 of 2 judged');
    expect(tallyOf([a, b], { [a.id]: verdict('good'), [b.id]: verdict('good') })).toBe('2 files, no errors');
    expect(tallyOf([a, broken], { [a.id]: verdict('good') })).toBe('1 unreadable');
    expect(tallyOf([a, broken], { [a.id]: verdict('bad') })).toBe('1 of 2 with errors, 1 unreadable');
  });

  it('keeps frames within the clip', () => {
    const clip = stillClip(61);
    expect(frameAtTime(clip, -1)).toBe(0);
    expect(frameAtTime(clip, 99)).toBe(60);
    expect(frameAtTime(clip, 0.5)).toBeCloseTo(30, 9);
  });

  it('makes a safe name for saved files', () => {
    expect(fileStem({ ...fileEntry('1', 'x'), name: 'my clip.v2.bvh' })).toBe('my-clip.v2');
    expect(fileStem({ ...fileEntry('1', 'x'), name: 'Xbot.glb · run/../fast' })).toBe('Xbot-run-..-fast');
    expect(fileStem({ name: 'walk.bvh, mended' })).toBe('walk-mended');
    expect(fileStem({ name: 'Xbot.glb · run, mended' })).toBe('Xbot-run-mended');
    expect(fileStem(undefined)).toBe('motion');
  });
});

describe('settings in a link', () => {
  it.each(['__proto__', 'constructor', 'toString', 'nothing'])(
    'that no mode has (%s) are left out, and it is told',
    (key) => {
      const fresh = () => createStore(initialState(), () => 0);
      const store = fresh();
      const mode = modes.find(({ settings }) => typeof settings === 'object');
      applyView(store, parseLink(`m.${mode!.id}=(${key}:(polluted:1))`));
      expect(store.state().document.modes[mode!.id]).toEqual(fresh().state().document.modes[mode!.id]);
      expect(
        store
          .state()
          .notices.map(({ text }) => text)
          .join(),
      ).toContain(`m.${mode!.id}`);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    },
  );
});
