/** Reads the frames of an Acclaim motion file (.amc) for a known skeleton. */
import { FRAME_RATE_WANTED, isFrameTime } from '../bounds.ts';
import type { ImportNote } from '../clip.ts';
import type { AmcColumns, AsfAmcDocument, AsfDocument } from './asf-amc-document.ts';
import { scanNumber, scanNumbers, tooFewNumbers } from './number-scan.ts';
import {
  atEnd,
  atLineEnd,
  CARRIAGE_RETURN,
  createScanner,
  errorAt,
  foundAt,
  LINE_FEED,
  peekWord,
  readLine,
  readWord,
  type TextScanner,
  unexpected,
} from './text-scan.ts';

/** The CMU database states 0.45 as its length and was captured at 120 frames per second. */
export const isCmu = (asf: AsfDocument): boolean => asf.lengthUnit === 0.45;

interface Head {
  rate: number | undefined; // frames per second
  radiansPerUnit: number;
}

const RADIANS = { deg: Math.PI / 180, rad: 1 } as const;

export function readAmc(data: Uint8Array, file: string, asf: AsfDocument) {
  const s = createScanner(data, file);
  const head = readHead(s, asf);
  const header = s.bytes.slice(0, s.at);
  const notes: ImportNote[] = [];
  const columns = readColumns(s, asf);
  const { values, frameCount, dropped } = readFrames(s, asf, columns);
  if (dropped) {
    notes.push({ topic: 'content', text: 'the last frame is cut short and was dropped', confidence: 'sure' });
  }
  const absent = asf.bones.filter(({ freedoms }, n) => freedoms.length > 0 && columns.firstColumn[n] < 0);
  if (absent.length > 0) {
    const names = absent.map(({ name }) => `"${name}"`).slice(0, 5);
    notes.push({
      topic: 'content',
      text: `the file says nothing about ${names.join(', ')}; held at rest`,
      confidence: 'sure',
    });
  }
  const rate = head.rate ?? (isCmu(asf) ? 120 : 30);
  notes.push(rateNote(rate, head.rate !== undefined, isCmu(asf)));
  const document: AsfAmcDocument = {
    asf,
    header,
    lineEnd: lineEndOf(header),
    radiansPerUnit: head.radiansPerUnit,
    frameTime: 1 / rate,
    frameCount,
    columns,
    values,
  };
  return { document, notes };
}

function rateNote(rate: number, stated: boolean, cmu: boolean): ImportNote {
  if (stated) return { topic: 'rate', text: `the file states ${rate} frames per second`, confidence: 'stated' };
  const why = cmu ? 'the rate of the CMU database' : 'a common rate';
  return {
    topic: 'rate',
    text: `the file states no frame rate; taken as ${rate} per second, ${why}`,
    confidence: 'guess',
  };
}

function lineEndOf(header: Uint8Array): AsfAmcDocument['lineEnd'] {
  const at = header.findIndex((byte) => byte === LINE_FEED || byte === CARRIAGE_RETURN);
  if (header[at] !== CARRIAGE_RETURN) return '\n';
  return header[at + 1] === LINE_FEED ? '\r\n' : '\r';
}

/** Comments and keywords before the first frame. */
function readHead(s: TextScanner, asf: AsfDocument): Head {
  const head: Head = { rate: undefined, radiansPerUnit: RADIANS[asf.angleUnit] };
  while (!atEnd(s)) {
    const at = s.at;
    const word = peekWord(s);
    if (word.startsWith('#')) {
      readLine(s);
      continue;
    }
    if (!word.startsWith(':')) break;
    const keyword = readWord(s).toUpperCase();
    if (keyword === ':DEGREES') head.radiansPerUnit = RADIANS.deg;
    else if (keyword === ':RADIANS') head.radiansPerUnit = RADIANS.rad;
    else if (keyword === ':SAMPLES-PER-SECOND') {
      head.rate = scanNumber(s);
      if (!isFrameTime(1 / (head.rate ?? 0))) throw unexpected(s, at, `${FRAME_RATE_WANTED} after :SAMPLES-PER-SECOND`);
    }
    readLine(s);
  }
  return head;
}

/** What reading a frame needs. */
interface FrameReader {
  readonly s: TextScanner;
  readonly asf: AsfDocument;
  readonly indexOf: ReadonlyMap<string, number>;
  readonly seenIn: Int32Array; // per bone: number of the last frame block that named it, from 1
}

const createFrameReader = (s: TextScanner, asf: AsfDocument): FrameReader => ({
  s,
  asf,
  indexOf: new Map(asf.bones.map(({ name }, n) => [name, n])),
  seenIn: new Int32Array(asf.bones.length),
});

/** Looks ahead over the first frame: which bones the file moves, in which order. All further frames hold the same ones. */
function readColumns(s: TextScanner, asf: AsfDocument): AmcColumns {
  const start = s.at;
  const reader = createFrameReader(s, asf);
  const bones: number[] = [];
  const firstColumn = new Int32Array(asf.bones.length).fill(-1);
  let width = 0;
  readFrameNumber(s);
  while (!atEnd(s) && !isFrameNumber(peekWord(s))) {
    const bone = readBoneName(reader, 1);
    bones.push(bone);
    firstColumn[bone] = width;
    width += asf.bones[bone].freedoms.length;
    readLine(s);
  }
  if (width === 0) throw unexpected(s, s.at, 'the values of a bone in the first frame');
  s.at = start;
  return { bones, firstColumn, width };
}

const isFrameNumber = (word: string): boolean => /^\d+$/.test(word);

function readFrameNumber(s: TextScanner): void {
  const at = s.at;
  if (!isFrameNumber(readWord(s))) throw unexpected(s, at, 'the number of a frame');
}

function readBoneName({ s, asf, indexOf, seenIn }: FrameReader, block: number): number {
  const at = s.at;
  const bone = indexOf.get(readWord(s));
  if (bone === undefined) throw unexpected(s, at, `a bone of ${asf.file} or the number of a frame`);
  if (seenIn[bone] === block) throw errorAt(s, at, `expected "${asf.bones[bone].name}" once per frame, found it twice`);
  seenIn[bone] = block;
  return bone;
}

/** All frames. Memory follows the bytes: every frame spells out every number, with a blank before it. */
function readFrames(s: TextScanner, asf: AsfDocument, columns: AmcColumns) {
  const { bones, width } = columns;
  const reader = createFrameReader(s, asf);
  let values = new Float64Array(256 * width);
  let frameCount = 0;
  while (!atEnd(s)) {
    const start = s.at;
    readFrameNumber(s);
    const row = frameCount * width;
    if (row + width > values.length) {
      const larger = new Float64Array(2 * values.length);
      larger.set(values);
      values = larger;
    }
    let complete = 0;
    while (!atEnd(s) && !isFrameNumber(peekWord(s))) {
      if (readBone(reader, columns, values, row, frameCount + 1)) complete++;
    }
    const cut = complete < bones.length;
    if (cut && atEnd(s) && frameCount > 0) return { values: values.slice(0, row), frameCount, dropped: true };
    if (cut) throw errorAt(s, start, `expected ${bones.length} bones in this frame, found ${complete}`);
    frameCount++;
  }
  return { values: values.slice(0, frameCount * width), frameCount, dropped: false };
}

/** One line of a frame; false when the file ends within it. */
function readBone(
  reader: FrameReader,
  { firstColumn }: AmcColumns,
  values: Float64Array,
  row: number,
  block: number,
): boolean {
  const { s, asf } = reader;
  const at = s.at;
  const bone = readBoneName(reader, block);
  const { name, freedoms } = asf.bones[bone];
  if (firstColumn[bone] < 0) throw errorAt(s, at, `expected only bones of the first frame, found "${name}"`);
  const from = row + firstColumn[bone];
  const read = scanNumbers(s, values, from, from + freedoms.length) - from;
  const wanted = `${freedoms.length} ${freedoms.length === 1 ? 'number' : 'numbers'} (${freedoms.join(' ')})`;
  if (read < freedoms.length && !atEnd(s)) throw tooFewNumbers(s, `"${name}"`, wanted, read);
  if (!atLineEnd(s)) throw errorAt(s, s.at, `"${name}": expected ${wanted} and no more, found ${foundAt(s, s.at)}`);
  return read === freedoms.length;
}
