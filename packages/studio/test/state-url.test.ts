/** Links: what goes in comes out; what is foreign is left out. */
import { describe, expect, it } from 'vitest';
import { initialState } from '../src/state/initial.ts';
import { reduce } from '../src/state/reducer.ts';
import { entriesFound, fileStem, frameAtTime, timeOfFrame } from '../src/state/selectors.ts';
import type { StudioState } from '../src/state/types.ts';
import { parseLink, printLink } from '../src/state/url.ts';
import { builtIn, fileEntry, stillClip } from './support/state.ts';

const LAYERS = ['com', 'zmp', 'support'].map((id) => ({ id, title: id, key: undefined }));

function stateWith(id: string): StudioState {
  let state = reduce(initialState(), {
    type: 'library/add',
    entries: [builtIn('walk'), fileEntry('1', 'secret name.bvh')],
  });
  state = reduce(state, { type: 'layers', layers: LAYERS, on: ['com', 'zmp'] });
  return reduce(state, { type: 'clip/select', id });
}

describe('a link', () => {
  it('holds motion, parameters, overlays, camera and moment', () => {
    let state = stateWith('built-in:walk');
    state = reduce(state, { type: 'values/set', name: 'speed', value: 1.25 });
    state = reduce(state, { type: 'view/set', view: { camera: 'side' } });
    const text = printLink(state, 1.5);
    expect(text).toBe('clip=walk&p.speed=1.25&show=com,zmp&camera=side&t=1.500');
    expect(parseLink(`#${text}`)).toEqual({
      motion: 'walk',
      values: { speed: 1.25 },
      overlays: ['com', 'zmp'],
      camera: 'side',
      time: 1.5,
    });
  });

  it('never names a file of the user', () => {
    expect(printLink(stateWith('file:1:0'), 2)).not.toMatch(/secret|file/);
  });

  it('tells no overlays from nothing said about overlays', () => {
    const off = LAYERS.reduce(
      (state, { id }) => reduce(state, { type: 'view/overlay', id, on: false }),
      stateWith('built-in:walk'),
    );
    expect(parseLink(printLink(off)).overlays).toEqual([]);
    expect(parseLink('').overlays).toBeUndefined();
  });

  it('leaves out what it does not understand', () => {
    expect(parseLink('#camera=inside&p.speed=fast&p.step=&t=-3&x=1&mode=')).toEqual({ values: {} });
  });
});

describe('selectors', () => {
  it('finds entries by all words of the search', () => {
    const list = [builtIn('walk slow'), builtIn('walk fast')];
    expect(entriesFound(list, ' FAST walk').map(({ name }) => name)).toEqual(['walk fast']);
    expect(entriesFound(list, '')).toHaveLength(2);
  });

  it('keeps frames and times within the clip', () => {
    const clip = stillClip(61);
    expect(frameAtTime(clip, -1)).toBe(0);
    expect(frameAtTime(clip, 99)).toBe(60);
    expect(frameAtTime(clip, 0.5)).toBeCloseTo(30, 9);
    expect(timeOfFrame(clip, 1e9)).toBeCloseTo(1, 9);
  });

  it('makes a safe name for saved files', () => {
    expect(fileStem({ ...fileEntry('1', 'x'), name: 'my clip.v2.bvh' })).toBe('my-clip.v2');
    expect(fileStem({ ...fileEntry('1', 'x'), name: 'Xbot.glb · run/../fast' })).toBe('Xbot-run-..-fast');
    expect(fileStem(undefined)).toBe('motion');
  });
});
