import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultInJson } from '../../src/math/json-fault.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('where a text stops being JSON', () => {
  it.each([
    ['', 0],
    ['{', 1],
    ['{"a":1,}', 7],
    ['[1 2]', 3],
    ['{"a" 1}', 5],
    ['nul', 0],
    ['01', 1],
    ['"a\nb"', 2],
    ['"\\x"', 1],
    ['[1]]', 3],
    ['\uFEFF{}', 0],
  ])('%j: at %d', (text, at) => {
    expect(faultInJson(text)).toBe(at);
  });

  it('is nowhere in JSON, and somewhere in every other text', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.string({ maxLength: 3 }), (json, place, by) => {
        expect(faultInJson(json)).toBeUndefined();
        const at = place % (json.length + 1);
        const damaged = json.slice(0, at) + by + json.slice(at + 1);
        const fault = faultInJson(damaged);
        expect(fault === undefined).toBe(isJson(damaged));
        // what stands before the place can be gone on with, what includes it cannot
        if (fault !== undefined) expect(fault).toBeLessThanOrEqual(damaged.length);
      }),
      { seed: 7, numRuns: 2000 },
    );
  });
});
