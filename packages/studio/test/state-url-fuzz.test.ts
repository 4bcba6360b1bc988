/** Damaged links: understood or passed over, never an exception, never a number that is none, never a hang. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mutate } from '../../poise/fuzz/mutate.ts';
import { createRng } from '../../poise/src/math/random.ts';
import { applyView } from '../src/app/address.ts';
import { modes } from '../src/modes/index.ts';
import { initialState } from '../src/state/initial.ts';
import { createStore } from '../src/state/store.ts';
import { parseLink } from '../src/state/url.ts';

const LINKS = [
  'clip=walk&p.speed=1.25&show=com,zmp&camera=side&t=1.500',
  'clip=idle&push=1:chest:20,0,0&feet=0-10:left&body=mass:70,height:1.8&mode=react&m.react=(strength:30,at:chest)',
  'shot=-0.7,1.4,2.6,32,0.1,-0.25,3&follow=no&ghosts=4x0.25&finding=2&tab=body&plots=margin,com&range=0.5,2',
  ...modes.map(({ id }) => `mode=${id}&m.${id}=(a:1,b:(c:x,d:(e:2)))`),
];

/** Numbers anywhere in plain data are finite. */
function checkFinite(value: unknown, path: string): void {
  if (typeof value === 'number') expect(Number.isFinite(value), path).toBe(true);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) checkFinite(inner, `${path}/${key}`);
  }
}

function open(text: string): void {
  const link = parseLink(text);
  checkFinite(link, '');
  applyView(
    createStore(initialState(), () => 0),
    link,
  );
  expect(Object.keys(Object.prototype)).toEqual([]);
}

describe('a damaged link', () => {
  it('is understood as far as it makes sense', () => {
    const rng = createRng(4);
    const bytes = LINKS.map((text) => new TextEncoder().encode(text));
    for (let k = 0; k < 4000; k++) {
      const [a, b] = [bytes[k % bytes.length]!, bytes[(7 * k + 3) % bytes.length]!];
      open(new TextDecoder().decode(mutate(rng, a, b)));
    }
  });

  it('may be any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300, unit: 'grapheme' }), (text) => open(text)),
      { numRuns: 500 },
    );
    open(`m.push=${'('.repeat(20_000)}`);
    open(`p.speed=${'9'.repeat(5000)}`);
  });

  it('may have as many keys as browsers take, and is read at once', () => {
    const began = process.cpuUsage();
    const keys = 200_000;
    const { edits } = parseLink(Array.from({ length: keys }, (_, i) => `p.a${i}=1`).join('&'));
    expect(Object.keys(edits.values)).toHaveLength(keys);
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1e6).toBeLessThan(5); // [s] of the processor; some 40 where each key is looked for among all
  });
});
