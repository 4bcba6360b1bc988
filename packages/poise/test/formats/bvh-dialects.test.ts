import { describe, expect, it } from 'vitest';
import { FormatError } from '../../src/errors.ts';
import type { BvhDocument } from '../../src/motion/formats/bvh-document.ts';
import { parseBvh } from '../../src/motion/formats/bvh-parse.ts';
import { readClips } from '../../src/motion/formats/index.ts';
import type { RawMotion } from '../../src/motion/raw-motion.ts';
import { bytesOf, TINY, TINY_HEADER } from '../support/bvh-text.ts';

const parse = (text: string): RawMotion => parseBvh(bytesOf(text), 'x.bvh');
const notes = (raw: RawMotion) => raw.notes.map(({ text }) => text).join('\n');

/** Everything that the same motion in another dialect must share. */
const motion = (raw: RawMotion) => ({
  names: raw.joints.map(({ name }) => name),
  parents: raw.joints.map(({ parent }) => parent),
  offsets: raw.joints.map(({ translation }) => translation),
  endSites: raw.endSites,
  frameTime: raw.frameTime,
  frameCount: raw.frameCount,
  translations: raw.translations.map((track) => track && [...track]),
  rotations: raw.rotations.map((track) => track && [...track]),
});

describe('a plain file', () => {
  it('gives tree, offsets, end sites, rate and tracks', () => {
    const raw = parse(TINY);
    expect(raw.joints.map(({ name, parent }) => [name, parent])).toEqual([
      ['Hips', -1],
      ['Spine', 0],
      ['Leg', 0],
    ]);
    expect(raw.joints[2].translation).toEqual([1, -40, 0]);
    expect(raw.endSites).toEqual([
      { joint: 1, offset: [0, 5, 0] },
      { joint: 2, offset: [0, -40, 2] },
    ]);
    expect(raw.frameTime).toBe(0.0333333);
    expect(raw.translations[0]).toEqual(Float64Array.of(0, 90, 0, 1, 91, 2, 2, 92, 4));
    expect(raw.translations[1]).toBeUndefined();
    const half = (-7.5 * Math.PI) / 360;
    expect([...raw.rotations[2]!.slice(8)]).toEqual([Math.sin(half), 0, 0, Math.cos(half)]);
    expect(raw.notes).toEqual([]);
  });
});

describe('the same motion in other clothes', () => {
  const rows = TINY.slice(TINY.indexOf('0 90'));
  it.each<[string, string | Uint8Array]>([
    ['CR LF', TINY.replaceAll('\n', '\r\n')],
    ['lone CR', TINY.replaceAll('\n', '\r')],
    [
      'tabs',
      TINY.replaceAll('  ', '\t')
        .replaceAll(' ', '\t')
        .replace('Frame\tTime', 'Frame Time')
        .replace('End\tSite', 'End Site'),
    ],
    ['a byte order mark', `\uFEFF${TINY}`],
    ['UTF-16', Uint8Array.from([0xff, 0xfe, ...new Uint8Array(Uint16Array.from(TINY, (c) => c.charCodeAt(0)).buffer)])],
    ['blank lines and trailing blanks', TINY.replaceAll('\n', '  \n\n \n')],
    ['braces on the same line', TINY.replaceAll(/\n\s*\{\n/g, ' {\n')],
    ['everything on few lines', TINY.replaceAll(/\n\s*([{}OCJE])/g, ' $1').replace('HIERARCHY ', 'HIERARCHY\n')],
    [
      'other case',
      TINY.replace(
        TINY_HEADER,
        TINY_HEADER.toUpperCase().replace('HIPS', 'Hips').replace('SPINE', 'Spine').replace('LEG', 'Leg'),
      ),
    ],
    [
      'lower case',
      TINY.replaceAll(/HIERARCHY|ROOT|JOINT|OFFSET|CHANNELS|MOTION|End Site/g, (word) => word.toLowerCase()),
    ],
    ['rows over several lines', TINY.replace(rows, rows.replaceAll(' ', '\n'))],
    ['several rows per line', TINY.replace(rows, rows.replaceAll('\n', ' '))],
    ['scientific notation', TINY.replace('-7.5', '-75.0E-001').replace('92 4', '9.2e+1 4e0')],
    ['no blank after the colon', TINY.replace('Frames: ', 'Frames:').replace('Time: ', 'Time:')],
    ['no colon, wide blanks', TINY.replace('Frames:', 'FRAMES \t').replace('Frame Time:', 'frame   time  ')],
    ['FrameTime in one word', TINY.replace('Frame Time:', 'FrameTime :')],
    ['rate before count', TINY.replace(/(Frames: 3)\n(Frame Time: 0.0333333)/, '$2\n$1')],
    ['a decimal comma', TINY.replace('0.0333333', '0,0333333').replace('-7.5', '-7,5')],
    ['named end sites', TINY.replaceAll('End Site', 'End Site SpineTip')],
    ['OFFSET after CHANNELS', TINY.replace(/(OFFSET 0 10 0)\n(.*)\n/, '$2\n$1\n')],
    ['Ctrl-Z and NULs at the end', `${TINY}\x1a\0\0`],
    ['no line end at the end', TINY.trimEnd()],
  ])('%s', (_, text) => {
    const raw = typeof text === 'string' ? parse(text) : parseBvh(text, 'x.bvh');
    expect(motion(raw)).toEqual(motion(parse(TINY)));
    expect(raw.notes).toEqual([]);
  });
});

describe('names', () => {
  it.each(['mixamorig:Hips', 'thigh.L', 'J-1', 'Bip01 L Thigh', 'Hüfte', '12', 'End', '"quoted name"', 'a|b'])(
    '%s',
    (name) => {
      expect(parse(TINY.replace('Spine', name)).joints[1].name).toBe(name);
      expect(parse(TINY.replace('Spine', `  ${name}\t {`).replace('{\n  {', '{')).joints[1].name).toBe(name);
    },
  );
  it('may repeat, with a note', () => {
    const raw = parse(TINY.replace('Spine', 'Leg'));
    expect(raw.joints.map(({ name }) => name)).toEqual(['Hips', 'Leg', 'Leg']);
    expect(notes(raw)).toContain('several joints are named "Leg"');
  });
});

describe('channels', () => {
  const chain = (channels: string, row: string) =>
    parse(
      `HIERARCHY\nROOT a\n{\nOFFSET 1 2 3\nCHANNELS ${channels}\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\nMOTION\nFrames: 1\nFrame Time: 0.1\n${row}\n`,
    );
  const turn = (degrees: number) => [Math.sin((degrees * Math.PI) / 360), Math.cos((degrees * Math.PI) / 360)];

  it('none: one rest frame', () => {
    const raw = chain('0', '');
    expect([raw.frameCount, raw.rotations[0], raw.translations[0]]).toEqual([1, undefined, undefined]);
  });
  it('some positions: the others keep the OFFSET', () => {
    expect(chain('2 Zposition Yrotation', '9 30').translations[0]).toEqual(Float64Array.of(1, 2, 9));
  });
  it('positions between and after rotations', () => {
    const raw = chain('4 Xrotation Xposition Zrotation Yposition', '90 7 0 8');
    expect(raw.translations[0]).toEqual(Float64Array.of(7, 8, 3));
    expect([...raw.rotations[0]!]).toEqual([turn(90)[0], 0, 0, turn(90)[1]]);
  });
  it('an axis twice: the turns multiply', () => {
    const raw = chain('3 Xrotation Yrotation Xrotation', '20 0 25');
    expect(raw.rotations[0]![0]).toBeCloseTo(turn(45)[0], 15);
  });
  it('in the order of the file', () => {
    // Z then X about moving axes: x of the joint points along the turned x.
    const [s, c] = turn(90);
    const q = chain('2 Zrotation Xrotation', '90 90').rotations[0]!;
    const expected = [s * c, s * s, c * s, c * c];
    for (let k = 0; k < 4; k++) expect(q[k]).toBeCloseTo(expected[k], 15);
  });
});

describe('frames and rate that do not fit', () => {
  it.each([
    ['fewer rows than declared', TINY.replace('Frames: 3', 'Frames: 5'), 3, 'declares 5 frames and holds 3'],
    ['more rows than declared', TINY.replace('Frames: 3', 'Frames: 1'), 3, 'declares 1 frames and holds 3'],
    ['an absurd count', TINY.replace('Frames: 3', 'Frames: 999999999999'), 3, 'holds 3'],
    ['a count beyond numbers', TINY.replace('Frames: 3', 'Frames: 1000000000000000'), 3, 'declares 1000000000000000'],
    ['no count', TINY.replace('Frames: 3\n', ''), 3, 'no frame count; it holds 3'],
    ['an empty count', TINY.replace('Frames: 3', 'Frames:'), 3, 'no frame count; it holds 3'],
    ['a cut last row', TINY.replace(' 32 -7.5', ''), 2, 'the last row has 8 of 10 numbers and was dropped'],
    ['no frames', `${TINY_HEADER}\nFrames: 0\nFrame Time: 0.1\n`, 0, 'no frames'],
    ['nothing after MOTION', TINY_HEADER, 0, 'no frames'],
  ])('%s', (_, text, frames, note) => {
    const raw = parse(text);
    expect(raw.frameCount).toBe(frames);
    expect(raw.rotations[1]!.length).toBe(4 * frames);
    expect(notes(raw)).toContain(note);
  });
  it.each([
    ['0', TINY.replace('0.0333333', '0')],
    ['absent', TINY.replace('Frame Time: 0.0333333\n', '')],
    ['empty', TINY.replace('0.0333333', '')],
  ])('a frame time that is %s becomes 1/30 with a note', (_, text) => {
    const raw = parse(text);
    expect(raw.frameTime).toBe(1 / 30);
    expect(raw.frameCount).toBe(3);
    expect(raw.notes).toContainEqual(expect.objectContaining({ topic: 'rate', confidence: 'guess' }));
  });
});

describe('positions and OFFSET', () => {
  const placed = (offset: string, rows: string) =>
    parse(TINY.replace('OFFSET 0 0 0', `OFFSET ${offset}`).replace(/0 90 0 [\s\S]*/, rows));
  const still = ' 0 0 0 0 0 0 0';
  it('replaces where the positions are of the same size', () => {
    expect(placed('155 98 4', `10 97 3${still}\n`).translations[0]).toEqual(Float64Array.of(10, 97, 3));
  });
  it('replaces where the person lies on the floor', () => {
    // Hips turned by 90° about X: nothing hangs below them.
    expect(placed('0 98 0', `10 12 3 0 90 0 0 0 0 0\n`).translations[0]).toEqual(Float64Array.of(10, 12, 3));
  });
  it('adds where the positions are small and the feet then reach the floor', () => {
    const raw = placed('0 41 0', `0.1 0.2 0.3${still}\n0.1 -0.2 0.3${still}\n`);
    expect([...raw.translations[0]!]).toEqual([0.1, 41.2, 0.3, 0.1, 40.8, 0.3]);
    expect(notes(raw)).toContain('positions of "Hips" are small beside the OFFSET');
  });
});

describe('several roots and deep trees', () => {
  it('reads two roots', () => {
    const second = TINY_HEADER.replace('HIERARCHY\n', '')
      .replace('\nMOTION', '')
      .replaceAll(/Hips|Spine|Leg/g, '$&2');
    const raw = parse(
      `${TINY_HEADER.replace('MOTION', second)}\nMOTION\nFrames: 1\nFrame Time: 0.1\n${'1 '.repeat(20)}`,
    );
    expect(raw.joints.map(({ parent }) => parent)).toEqual([-1, 0, 0, -1, 3, 3]);
    expect(raw.frameCount).toBe(1);
  });
  it('reads 9,000 joints in one chain and refuses 11,000', () => {
    const deep = (n: number) =>
      `HIERARCHY\nROOT r {\nOFFSET 0 0 0\n${'JOINT j {\nOFFSET 0 1 0\nCHANNELS 0\n'.repeat(n)}${'}'.repeat(n + 1)}\nMOTION\nFrames: 1\nFrame Time: 1`;
    expect(parse(deep(9000)).joints.length).toBe(9001);
    expect(() => parse(deep(11000))).toThrow(FormatError);
  });
  it('refuses many frames of many joints that do not move', () => {
    const idle = 'JOINT j {\nOFFSET 0 1 0\n}\n'.repeat(9000);
    const text = `HIERARCHY\nROOT r {\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\n${idle}}\nMOTION\nFrames: 2000\nFrame Time: 1\n${'0\n'.repeat(2000)}`;
    expect(() => parse(text)).toThrow(/2000 frames of 9001 joints/);
  });
});

describe('numbers that are lost', () => {
  it('are bridged where that is asked for, angles the shorter way, with a note', async () => {
    const rows = ['0 90 0 0 0 0 170 0 0 5', 'nan 90 0 0 0 0 NaN 0 0 6', '2 90 0 0 0 0 -170 0 0 7'];
    const text =
      TINY.slice(0, TINY.indexOf('MOTION')) + ['MOTION', 'Frames: 3', 'Frame Time: 0.1', ...rows, ''].join('\n');
    const raw = parseBvh(bytesOf(text), 'x.bvh', 'bridge');
    const { values } = raw.document as BvhDocument;
    expect(values[10]).toBe(1);
    expect(values[16]).toBe(180);
    expect(raw.notes.map((note) => note.text)).toContain(
      '1 frames had numbers missing (NaN); they were bridged from the frames beside them',
    );
    expect(() => parseBvh(bytesOf(text), 'x.bvh')).toThrow('found "nan"');
  });

  it('are not taken from nowhere', async () => {
    const text = TINY.replaceAll(/^(\d[\d.-]*) (?=\S+ \S+ \S+ \S+)/gm, 'nan ');
    expect(() => parseBvh(bytesOf(text), 'x.bvh', 'bridge')).toThrow('found one that has none in any frame');
    await expect(readClips(new Uint8Array(64), 'x.bvh')).rejects.toThrow(
      'x.bvh: the file holds nothing but zero bytes',
    );
  });
});

describe('errors name the place, the find and the wish', () => {
  it.each([
    ['empty', '', 'x.bvh:1:1: expected HIERARCHY, found the end of the file'],
    ['another format', 'glTF stuff', 'x.bvh:1:1: expected HIERARCHY, found "glTF"'],
    [
      'NaN',
      TINY.replace('21 31', '21 NaN'),
      'x.bvh:29:20: frame 1, Yrotation of "Spine": expected a finite number, found "NaN"',
    ],
    [
      'Inf first',
      TINY.replace('0 90 0', '-inf 90 0'),
      'x.bvh:28:1: frame 0, Xposition of "Hips": expected a finite number, found "-inf"',
    ],
    [
      'NaN first',
      TINY.replace('0 90 0', 'nan 90 0'),
      'x.bvh:28:1: frame 0, Xposition of "Hips": expected a finite number, found "nan"',
    ],
    [
      '1.#IND',
      TINY.replace('-7.5', '1.#IND'),
      'x.bvh:30:24: frame 2, Xrotation of "Leg": expected a finite number, found "1.#IND"',
    ],
    [
      'a number too large',
      TINY.replace('-7.5', '1e30'),
      'Xrotation of "Leg": expected a number from −1e12 to 1e12, found "1e30"',
    ],
    [
      'two offsets',
      TINY.replace('OFFSET 0 10 0', 'OFFSET 0 10'),
      'x.bvh:9:5: joint "Spine": expected 3 offsets, found 2 and then "CHANNELS"',
    ],
    [
      'an offset too large',
      TINY.replace('OFFSET 0 10 0', 'OFFSET 0 1e30 0'),
      'joint "Spine": expected 3 offsets, found 1 and then "1e30", which is beyond 1e12',
    ],
    ['no offset', TINY.replace('OFFSET 0 10 0', ''), 'expected an OFFSET before }'],
    [
      'an unknown channel',
      TINY.replace('CHANNELS 1 Xrotation', 'CHANNELS 1 Wrotation'),
      'x.bvh:18:16: expected 1 channels such as Xposition or Zrotation for joint "Leg", found "Wrotation"',
    ],
    ['too few channels', TINY.replace('CHANNELS 3', 'CHANNELS 4'), 'found "End"'],
    ['too many channels', TINY.replace('CHANNELS 3', 'CHANNELS 2'), 'expected 2 channels as announced, found more'],
    [
      'a channel count that is none',
      TINY.replace('CHANNELS 3', 'CHANNELS many'),
      'expected a channel count from 0 to 12',
    ],
    ['a missing brace', TINY.replace('}\nMOTION', 'MOTION'), 'found "MOTION"'],
    ['an extra brace', TINY.replace('}\nMOTION', '}\n}\nMOTION'), 'expected ROOT or MOTION, found "}"'],
    ['no MOTION', TINY.slice(0, TINY.indexOf('MOTION')), 'expected ROOT or MOTION, found the end of the file'],
    ['no joints', 'HIERARCHY\nMOTION\nFrames: 0\nFrame Time: 1', 'expected a ROOT joint'],
    [
      'a negative frame time',
      TINY.replace('0.0333333', '-0.1'),
      'x.bvh:27:13: expected a frame time from 0.0001 to 1000 s, found "-0.1"',
    ],
    ['half a frame', TINY.replace('Frames: 3', 'Frames: 2.5'), 'expected a whole number of frames, found "2.5"'],
    [
      'words among the rows',
      `${TINY}the end`,
      'x.bvh:31:1: frame 3, Xposition of "Hips": expected a finite number, found "the"',
    ],
    ['lone CR line ends', TINY.replaceAll('\n', '\r').replace('-7.5', 'x'), 'x.bvh:30:24:'],
    ['CR LF line ends', TINY.replaceAll('\n', '\r\n').replace('-7.5', 'x'), 'x.bvh:30:24:'],
  ])('%s', (_, text, message) => {
    expect(() => parse(text)).toThrow(FormatError);
    expect(() => parse(text)).toThrow(message);
  });
});
