import { frameTimes, makeGlb, type SampleTrack, turnZ, withTakes } from '../support/glb.ts';

/** Three takes of a chain of nine nodes: all swing, six slide against their parents, all have scales that stay at 1. */
export function madeGlb(): Uint8Array {
  const times = frameTimes(10, 30);
  const names = ['root', 'a', ...Array.from({ length: 6 }, (_, i) => `b${i}`), 'c'];
  const tracks = names.flatMap((name, node): SampleTrack[] => [
    { node, path: 'rotation', times, values: times.flatMap((t) => turnZ(Math.sin(3 * t + node))) },
    { node, path: 'scale', times, values: times.flatMap(() => [1, 1, 1]) },
    {
      node,
      path: 'translation',
      times,
      values: times.flatMap((t) => [0, 0.2, name.startsWith('b') || node === 0 ? 0.1 * t : 0]),
    },
  ]);
  const nodes = names.map((name, i) => ({
    name,
    translation: [0, 0.2, 0],
    ...(i + 1 < names.length && { children: [i + 1] }),
  }));
  return withTakes(makeGlb({ nodes, animations: [{ name: 'first', tracks }] }), ['first', 'second', 'third']);
}
