import { describe, expect, it } from 'vitest';
import { createRng, uniform } from '../../src/math/random.ts';
import { scanNumbers } from '../../src/motion/formats/number-scan.ts';
import { createScanner } from '../../src/motion/formats/text-scan.ts';
import {
  createWriter,
  exactNumber,
  plainNumber,
  writeNumber,
  writtenBytes,
} from '../../src/motion/formats/text-writer.ts';
import { bytesOf, textOf } from '../support/bvh-text.ts';

function scan(text: string, most = 100): number[] {
  const out = new Float64Array(most);
  const s = createScanner(bytesOf(text), 'numbers');
  return [...out.subarray(0, scanNumbers(s, out, 0, most))];
}

describe('reading numbers', () => {
  it('gives the same double as Number() (seed 11)', () => {
    const rng = createRng(11);
    const words: string[] = [
      '0',
      '-0',
      '.5',
      '5.',
      '+7',
      '1e5',
      '1E-05',
      '1.44925e-005',
      '0.9007199254740993',
      '0.90071992547409935',
      '0.1',
      '1e-320',
    ];
    for (let n = 0; n < 20000; n++) {
      const value = uniform(rng, -1, 1) * 10 ** uniform(rng, -30, 11);
      const digits = Math.floor(uniform(rng, 1, 21));
      words.push(n % 3 === 0 ? String(value) : n % 3 === 1 ? value.toPrecision(digits) : value.toFixed(digits));
    }
    const found = scan(words.join(' '), words.length);
    expect(found.length).toBe(words.length);
    words.forEach((word, n) => {
      if (!Object.is(found[n], Number(word))) throw new Error(`${word}: expected ${Number(word)}, found ${found[n]}`);
    });
  });

  it('takes decimal commas and trailing commas', () => {
    expect(scan('0,5 -12,25e1 1.5, 2, 3')).toEqual([0.5, -122.5, 1.5, 2, 3]);
  });

  it.each([
    'NaN',
    'Inf',
    '1.#IND',
    '-',
    '.',
    'e5',
    '1e',
    '1e+',
    '1.2.3',
    '1-2',
    '0x10',
    '1e999',
    '1e13',
    '1,2,3',
    '--1',
    '1_0',
    '+-1',
  ])('stops before %s', (word) => {
    const s = createScanner(bytesOf(`1 2 ${word} 4`), 'numbers');
    const out = new Float64Array(9);
    expect(scanNumbers(s, out, 0, 9)).toBe(2);
    expect(s.at).toBe(4);
    expect([...out]).toEqual([1, 2, 0, 0, 0, 0, 0, 0, 0]);
  });
});

describe('writing numbers', () => {
  const written = (value: number) => {
    const writer = createWriter(0);
    writeNumber(writer, value);
    return textOf(writtenBytes(writer));
  };

  it('agrees with toFixed to the last digit and never uses exponents (seed 12)', () => {
    const rng = createRng(12);
    for (let n = 0; n < 20000; n++) {
      const value = uniform(rng, -1, 1) * 10 ** uniform(rng, -14, 8);
      const text = written(value);
      expect(text).toMatch(/^-?\d+(\.\d*[1-9])?$/);
      expect(Math.abs(Number(text) - value)).toBeLessThan(5.1e-11 + 1e-15 * Math.abs(value));
    }
    expect([0, -0, 1, -1e-12, 12.5, 0.99999999999, -99999.99999999999, 1e-10, 123456789, 1e25].map(written)).toEqual([
      '0',
      '0',
      '1',
      '0',
      '12.5',
      '1',
      '-100000',
      '0.0000000001',
      '123456789',
      '10000000000000000905969664',
    ]);
    expect(plainNumber(-0.25)).toBe('-0.25');
  });

  it('prints exact numbers that read back as the same double (seed 13)', () => {
    const rng = createRng(13);
    for (let n = 0; n < 2000; n++) {
      const value = uniform(rng, -1, 1) * 10 ** uniform(rng, -30, 30);
      expect(exactNumber(value)).not.toContain('e');
      expect(Number(exactNumber(value))).toBe(value);
    }
  });
});
