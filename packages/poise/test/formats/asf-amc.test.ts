import { describe, expect, it } from 'vitest';
import { FormatError } from '../../src/errors.ts';
import { rotate3 } from '../../src/math/quat.ts';
import type { AsfAmcDocument } from '../../src/motion/formats/asf-amc-document.ts';
import { parseAmc, parseAsfAlone } from '../../src/motion/formats/asf-amc-parse.ts';
import type { RawMotion } from '../../src/motion/raw-motion.ts';
import { AMC, ASF } from '../support/asf-text.ts';
import { bytesOf } from '../support/bvh-text.ts';
import { rawDifference, worldPositions } from '../support/raw-compare.ts';

const parse = (amc = AMC, asf = ASF): RawMotion => parseAmc(bytesOf(amc), 'x.amc', bytesOf(asf), 'x.asf');

/** Row-major rotation matrices, written out from their definition: a second route beside the quaternions of the reader. */
type Matrix = number[][];
const multiply = (a: Matrix, b: Matrix): Matrix =>
  a.map((row) => [0, 1, 2].map((c) => row.reduce((sum, v, k) => sum + v * b[k][c], 0)));
const transpose = (m: Matrix): Matrix => [0, 1, 2].map((r) => [0, 1, 2].map((c) => m[c][r]));
function about(axis: 'x' | 'y' | 'z', degrees: number): Matrix {
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  if (axis === 'x')
    return [
      [1, 0, 0],
      [0, c, -s],
      [0, s, c],
    ];
  if (axis === 'y')
    return [
      [c, 0, s],
      [0, 1, 0],
      [-s, 0, c],
    ];
  return [
    [c, -s, 0],
    [s, c, 0],
    [0, 0, 1],
  ];
}
const xyz = (x: number, y: number, z: number): Matrix =>
  multiply(about('z', z), multiply(about('y', y), about('x', x)));

function expectTurn(raw: RawMotion, joint: string, frame: number, expected: Matrix): void {
  const n = raw.joints.findIndex(({ name }) => name === joint);
  const out = new Float64Array(3);
  [0, 1, 2].forEach((column) => {
    const unit = Float64Array.of(0, 0, 0);
    unit[column] = 1;
    rotate3(out, 0, raw.rotations[n]!, 4 * frame, unit, 0);
    for (let row = 0; row < 3; row++)
      expect(out[row], `${joint} ${row} ${column}`).toBeCloseTo(expected[row][column], 12);
  });
}

describe('reading', () => {
  it('puts a joint at the start of each bone and an end site at each tip', () => {
    const raw = parse();
    expect(raw.joints.map(({ name, parent }) => [name, parent])).toEqual([
      ['root', -1],
      ['hip', 0],
      ['thigh', 1],
      ['shin', 2],
      ['spine', 0],
      ['head', 4],
    ]);
    expect(raw.joints.map(({ translation }) => translation)[2]).toEqual([2, 0, 0]);
    expect(raw.joints.map(({ translation }) => translation)[4]).toEqual([0, 0, 0]);
    expect(raw.joints.map(({ translation }) => translation)[5]).toEqual([0, 5, 0]);
    expect(raw.endSites.map(({ joint }) => joint)).toEqual([3, 5]);
    expect(raw.endSites[1].offset).toEqual([0, 3, 0]);
  });

  it('turns bones within their own axes: C · Rz·Ry·Rx · C⁻¹', () => {
    const raw = parse();
    expectTurn(raw, 'root', 1, xyz(11, 21, 31));
    expectTurn(raw, 'spine', 1, xyz(2, 3, 4));
    const thigh = about('z', 20);
    expectTurn(raw, 'thigh', 0, multiply(thigh, multiply(xyz(5, 6, 7), transpose(thigh))));
    const shin = xyz(10, 20, 30);
    expectTurn(raw, 'shin', 2, multiply(shin, multiply(about('x', 43), transpose(shin))));
    // rz is listed before rx, so it is applied first.
    const head = about('y', 90);
    expectTurn(raw, 'head', 2, multiply(head, multiply(multiply(about('x', -7.125), about('z', 6)), transpose(head))));
    expect(raw.rotations[1]).toBeUndefined();
  });

  it('moves the root, bones along their axes, and children of stretched bones', () => {
    const raw = parse();
    expect(raw.translations[0]!.slice(3, 6)).toEqual(Float64Array.of(1.5, 17.25, 2));
    // The head's x axis is the file's −z; the spine is stretched by 0.5.
    const head = raw.translations[5]!.slice(3, 6);
    [0, 5.5, -0.25].forEach((value, k) => {
      expect(head[k]).toBeCloseTo(value, 14);
    });
    expect(raw.translations[2]).toBeUndefined();
  });

  it('knows the CMU unit and rate, keeps limits', () => {
    const raw = parse();
    expect(raw.statedMetresPerUnit).toBeCloseTo(0.056444, 6);
    expect(raw.frameTime).toBe(1 / 120);
    expect(raw.notes.find(({ topic }) => topic === 'rate')?.confidence).toBe('guess');
    const { asf } = raw.document as AsfAmcDocument;
    expect(asf.bones[2].limits).toEqual([
      [-160, 20],
      [-70, 70],
      [-60, Number.POSITIVE_INFINITY],
    ]);
  });

  it('leaves other units to inference, takes a stated rate', () => {
    const raw = parse(AMC.replace(':FULLY', ':SAMPLES-PER-SECOND 25\n:FULLY'), ASF.replace('0.45', '1'));
    expect(raw.statedMetresPerUnit).toBeUndefined();
    expect(raw.frameTime).toBe(1 / 25);
    expect(parse(AMC, ASF.replace('0.45', '1')).frameTime).toBe(1 / 30);
  });

  it.each([
    ['CR LF', AMC.replaceAll('\n', '\r\n'), ASF.replaceAll('\n', '\r\n')],
    ['lone CR', AMC.replaceAll('\n', '\r'), ASF.replaceAll('\n', '\r')],
    [
      'lower case',
      AMC.replace(':FULLY-SPECIFIED\n:DEGREES', ':fully-specified\n:degrees'),
      ASF.replaceAll('XYZ', 'xyz').replace('TX TY TZ RX RY RZ', 'tx ty tz rx ry rz'),
    ],
    ['wide blanks', AMC.replaceAll(' ', ' \t '), ASF.replaceAll(/\n +/g, '\n\t')],
    ['bones in another order', AMC.replace(/(shin .*)\n(spine .*)\n/, '$2\n$1\n'), ASF],
    ['limits on one line', AMC, ASF.replace(/\)\n +\(/g, ') (')],
    ['comments', AMC.replace('1\n', '# frame\n1\n'), ASF.replace('length 2', 'length 2 # two')],
    ['scientific notation', AMC.replace('41.5', '4.15e+001'), ASF],
  ])('reads the same from %s', (_, amc, asf) => {
    expect(rawDifference(parse(amc, asf), parse())).toBe(0);
  });

  it('reads radians', () => {
    const inRadians = AMC.replace(':DEGREES', ':RADIANS').replaceAll(
      /^(thigh|shin) (.*)$/gm,
      (_, name, numbers) =>
        `${name} ${numbers
          .split(' ')
          .map((v: string) => (Number(v) * Math.PI) / 180)
          .join(' ')}`,
    );
    const raw = parse(inRadians);
    expect(Math.max(...raw.rotations[2]!.map((v, k) => Math.abs(v - parse().rotations[2]![k])))).toBeLessThan(1e-14);
  });

  it('drops a cut last frame with a note', () => {
    for (const cut of [AMC.length - 12, AMC.indexOf('shin 43'), AMC.indexOf('thigh 7 8 9') + 7]) {
      const raw = parse(AMC.slice(0, cut));
      expect(raw.frameCount).toBe(2);
      expect(raw.notes.map(({ text }) => text)).toContain('the last frame is cut short and was dropped');
    }
  });

  it('holds bones at rest that the motion leaves out', () => {
    const raw = parse(AMC.replaceAll(/^shin.*\n/gm, ''));
    expect(raw.rotations[3]).toBeUndefined();
    expect(raw.notes.map(({ text }) => text).join()).toContain('nothing about "shin"');
  });

  it('loads a skeleton alone as one frame of its rest pose', () => {
    const raw = parseAsfAlone(bytesOf(ASF), 'x.asf');
    expect(raw.frameCount).toBe(1);
    expect([...worldPositions(raw, 0).slice(15, 18)]).toEqual([0, 5, 0]);
  });

  it.each([
    [
      'an unknown bone',
      AMC.replace('shin 41.5', 'tail 1'),
      ASF,
      'x.amc:13:1: expected a bone of x.asf or the number of a frame, found "tail"',
    ],
    [
      'too few numbers',
      AMC.replace('thigh 6 7 8', 'thigh 6 7'),
      ASF,
      'x.amc:13:1: "thigh": expected 3 numbers (rx ry rz), found 2 and then "shin"',
    ],
    [
      'too many numbers',
      AMC.replace('shin 41.5', 'shin 41.5 9'),
      ASF,
      'x.amc:13:11: "shin": expected 1 number (rx) and no more, found "9"',
    ],
    [
      'NaN',
      AMC.replace('41.5', '-1.#IND'),
      ASF,
      'x.amc:13:6: "shin": expected 1 number (rx), found 0 and then "-1.#IND"',
    ],
    [
      'a bone twice',
      AMC.replace('shin 41.5', 'thigh 6 7 8'),
      ASF,
      'x.amc:13:1: expected "thigh" once per frame, found it twice',
    ],
    ['a missing bone', AMC.replace('shin 41.5\n', ''), ASF, 'x.amc:10:1: expected 5 bones in this frame, found 4'],
    ['no frames', ':DEGREES\n', ASF, 'expected the number of a frame, found the end of the file'],
    ['no numbers', ':DEGREES\n1\n2\n3\n', ASF, 'expected the values of a bone in the first frame'],
    [
      'no hierarchy',
      AMC,
      ASF.slice(0, ASF.indexOf(':hierarchy')),
      'x.asf:58: expected a :hierarchy section, found none',
    ],
    [
      'an orphan',
      AMC,
      ASF.replace('    thigh shin\n', ''),
      'x.asf:34: bone "shin": expected a parent in :hierarchy, found none',
    ],
    [
      'a ring',
      AMC,
      ASF.replace('root hip spine', 'root spine\n    shin hip'),
      'expected a way to the root in :hierarchy, found a ring',
    ],
    [
      'two parents',
      AMC,
      ASF.replace('spine head', 'spine head shin'),
      'expected one parent per bone ("shin" has more)',
    ],
    [
      'two bones of one name',
      AMC,
      ASF.replace('name shin', 'name thigh').replace('thigh shin', ''),
      'x.asf:34: expected one bone named "thigh", found a second',
    ],
    [
      'an unknown freedom',
      AMC,
      ASF.replace('dof rx\n', 'dof rw\n'),
      'x.asf:40: expected some of tx ty tz rx ry rz l after "dof", each once, found "dof rw"',
    ],
    [
      'a bad vector',
      AMC,
      ASF.replace('direction 1 0 0', 'direction 1 zero 0'),
      'x.asf:19: expected 3 numbers up to 1e12 after "direction"',
    ],
    ['a bad order', AMC, ASF.replace('10 20 30 XYZ', '10 20 30 XYW'), 'expected an order such as XYZ'],
  ])('refuses %s', (_, amc, asf, message) => {
    expect(() => parse(amc, asf)).toThrow(FormatError);
    expect(() => parse(amc, asf)).toThrow(message);
  });
});
