import * as fc from 'fast-check';
import type { ContactOverride } from 'poise/lint';
import { describe, expect, it } from 'vitest';
import {
  type ContactPlace,
  type ContactState,
  nextState,
  PARTS,
  stateAt,
  stretchAt,
  withStretch,
} from '../src/panels/timeline/overrides.ts';

const FRAMES = 40;
const SIDES = ['left', 'right'] as const;
const heel: ContactPlace = { side: 'left', part: 'heel' };

/** What the analysis makes of a list: later entries win, frame by frame. */
function painted(overrides: readonly ContactOverride[]): string {
  return SIDES.flatMap((side) =>
    PARTS.map((part) => Array.from({ length: FRAMES }, (_, f) => stateAt(overrides, { side, part }, f)[1]).join('')),
  ).join('\n');
}

const edit = fc.record({
  side: fc.constantFrom(...SIDES),
  part: fc.constantFrom(...PARTS, 'all' as const),
  from: fc.integer({ min: 0, max: FRAMES - 1 }),
  to: fc.integer({ min: 0, max: FRAMES - 1 }),
  state: fc.constantFrom<ContactState>('auto', 'on', 'off'),
});

describe('editing contacts', () => {
  it('cycles auto, on, off', () => {
    expect(nextState('auto')).toBe('on');
    expect(nextState('on')).toBe('off');
    expect(nextState('off')).toBe('auto');
  });

  it('changes exactly the stretch and the parts it was told to, whatever was there before', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 12 }), (edits) => {
        let list: readonly ContactOverride[] = [];
        // A model of its own: one letter per frame and part.
        const model = new Map<string, ContactState[]>();
        for (const side of SIDES)
          for (const part of PARTS) model.set(`${side} ${part}`, new Array(FRAMES).fill('auto'));
        for (const { side, part, from, to, state } of edits) {
          const stretch = { start: Math.min(from, to), end: Math.max(from, to) };
          list = withStretch(list, { side, part }, stretch, state);
          for (const one of part === 'all' ? PARTS : [part]) {
            model.get(`${side} ${one}`)!.fill(state, stretch.start, stretch.end + 1);
          }
        }
        expect(painted(list)).toBe(
          [...model.values()].map((lane) => lane.map((state) => state[1]).join('')).join('\n'),
        );
        for (const { start, end } of list) expect(start).toBeLessThanOrEqual(end);
      }),
    );
  });

  it('leaves no overlapping entries', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 12 }), (edits) => {
        const list = edits.reduce<readonly ContactOverride[]>((old, { side, part, from, to, state }) => {
          const stretch = { start: Math.min(from, to), end: Math.max(from, to) };
          return withStretch(old, { side, part }, stretch, state);
        }, []);
        for (const side of SIDES) {
          for (const part of PARTS) {
            for (let f = 0; f < FRAMES; f++) {
              const covering = list.filter(
                (entry) =>
                  entry.side === side &&
                  (entry.part === 'all' || entry.part === part) &&
                  entry.start <= f &&
                  entry.end >= f,
              );
              expect(covering.length).toBeLessThanOrEqual(1);
            }
          }
        }
      }),
    );
  });

  it('means the detected contact under a click, and stays with it while cycling', () => {
    const touches = (f: number): number => (f >= 10 && f < 20 ? 1 : 0);
    const first = stretchAt([], heel, 12, touches, FRAMES);
    expect(first).toEqual({ start: 10, end: 19 });
    const on = withStretch([], heel, first, 'on');
    expect(on).toEqual([{ side: 'left', part: 'heel', start: 10, end: 19, touches: true }]);
    // Once analysed again the report may say something else; the hand-made stretch keeps its bounds.
    const again = stretchAt(on, heel, 15, () => 1, FRAMES);
    expect(again).toEqual(first);
    const off = withStretch(on, heel, again, 'off');
    expect(stateAt(off, heel, 15)).toBe('off');
    expect(withStretch(off, heel, again, 'auto')).toEqual([]);
  });

  it('does not join neighbours: each keeps its own bounds', () => {
    const one = withStretch([], heel, { start: 5, end: 9 }, 'on');
    const two = withStretch(one, heel, { start: 10, end: 14 }, 'on');
    expect(stretchAt(two, heel, 7, () => 0, FRAMES)).toEqual({ start: 5, end: 9 });
  });
});
