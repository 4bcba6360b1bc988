/** The MOTION part of a BVH file: frame count, frame time and the stream of numbers. */
import { FRAME_TIME_WANTED, isFrameTime } from '../bounds.ts';
import type { ImportNote } from '../clip.ts';
import type { BvhHierarchy } from './bvh-document.ts';
import { bridgeLost, lostNote } from './lost-numbers.ts';
import { numberWanted, scanNumber, scanNumbers } from './number-scan.ts';
import {
  atEnd,
  atLineEnd,
  errorAt,
  foundAt,
  peekWord,
  readWord,
  skipBlank,
  type TextScanner,
  textBetween,
  unexpected,
} from './text-scan.ts';

export interface BvhRows {
  readonly frameTimeText: string | undefined;
  readonly frameTime: number; // [s]
  readonly frameCount: number;
  readonly values: Float64Array; // frames × channels
  readonly notes: readonly ImportNote[];
}

/** How programs write a number that is none. */
const LOST = /^[-+]?(nan(\(\w*\))?|inf(inity)?|1\.#(ind|qnan|inf)\w*)$/i;
/** Used where the file gives none, or 0: the rate that most files without one were made at. */
const GUESSED_FRAME_TIME = 1 / 30;
/** A number takes at least a digit and a blank. */
const LEAST_BYTES_PER_NUMBER = 2;
/** Frames × joints beyond this, in a file too short to animate most of the joints, is an attack on memory. */
const MOST_IDLE_POSES = 1e7;

/** `bridge`: numbers that are lost are taken from the frames beside them; else the file is refused. */
export function readMotion(s: TextScanner, hierarchy: BvhHierarchy, bridge: boolean): BvhRows {
  const notes: ImportNote[] = [];
  const head = readHead(s);
  let frameTime = head.frameTime ?? 0;
  if (frameTime === 0) {
    frameTime = GUESSED_FRAME_TIME;
    const why = head.frameTimeText === undefined ? 'the file gives no frame time' : 'the file gives a frame time of 0';
    notes.push({ topic: 'rate', text: `${why}; taken as 30 frames per second`, confidence: 'guess' });
  }
  const start = s.at;
  const read = readNumbers(s, hierarchy, head.declared, bridge);
  const width = hierarchy.channelCount;
  const frameCount = width > 0 ? Math.floor(read.count / width) : Math.min(head.declared ?? 0, 1);
  if (frameCount * hierarchy.joints.length > Math.max(MOST_IDLE_POSES, 4 * (s.at - start))) {
    throw errorAt(
      s,
      start,
      `expected at most ${MOST_IDLE_POSES} poses of joints that hardly move, found ${frameCount} frames of ${hierarchy.joints.length} joints`,
    );
  }
  checkRows(s, start, width, read.count, head.declared);
  const left = width > 0 ? read.count - frameCount * width : 0;
  if (left > 0) notes.push(content(`the last row has ${left} of ${width} numbers and was dropped`));
  if (head.declared === undefined) notes.push(content(`the file gives no frame count; it holds ${frameCount}`));
  else if (head.declared !== frameCount) {
    notes.push(content(`the file declares ${head.declared} frames and holds ${frameCount}; all of these are used`));
  }
  const values = read.values.subarray(0, frameCount * width);
  if (read.isLossy) notes.push(bridged(s, start, hierarchy, values));
  return { ...head, frameTime, frameCount, values, notes };
}

function bridged(s: TextScanner, start: number, hierarchy: BvhHierarchy, values: Float64Array): ImportNote {
  const angles = hierarchy.joints.flatMap(({ channels }) => channels.map(({ kind }) => kind === 'rotation'));
  const rows = bridgeLost(values, hierarchy.channelCount, (column) => angles[column]);
  if (rows === undefined)
    throw errorAt(s, start, 'expected numbers for every channel, found one that has none in any frame');
  return lostNote(rows);
}

/** Refuses a file whose every row has another count of numbers than there are channels: read on as one stream, it would be nonsense. */
function checkRows(s: TextScanner, start: number, width: number, count: number, declared: number | undefined): void {
  if (width === 0 || !declared || count % declared !== 0) return;
  const found = count / declared;
  if (found === width || found < 2) return;
  const rows = textBetween(s, start, s.bytes.length)
    .split(/\r\n|\r|\n/)
    .filter((row) => row.trim() !== '');
  if (rows.length !== declared || !rows.every((row) => row.trim().split(/\s+/).length === found)) return;
  throw errorAt(s, start, `expected ${width} numbers in each row, one per channel of the hierarchy, found ${found}`);
}

const content = (text: string): ImportNote => ({ topic: 'content', text, confidence: 'sure' });

interface Head {
  declared: number | undefined;
  frameTime: number | undefined;
  frameTimeText: string | undefined;
}

/** `Frames: n` and `Frame Time: t`, in any order, spacing and case; either may be missing or empty. */
function readHead(s: TextScanner): Head {
  const head: Head = { declared: undefined, frameTime: undefined, frameTimeText: undefined };
  for (;;) {
    skipBlank(s);
    const at = s.at;
    const label = readLabel(s);
    if (label === '') return head;
    if (label === 'frames') head.declared = readFrameCount(s);
    else if (label === 'frametime') readFrameTime(s, head);
    else throw unexpected(s, at, 'Frames:, Frame Time: or a row of numbers');
  }
}

/** The letters up to a colon or a number, without blanks and in lower case; '' (and no step) before a number. */
function readLabel(s: TextScanner): string {
  const match = /^[a-z]+([ \t]*[a-z]+)?[ \t]*:?/i.exec(textBetween(s, s.at, s.at + 40));
  if (!match || /^(nan|inf(inity)?)\b/i.test(match[0])) return '';
  s.at += match[0].length;
  return match[0].replace(/[\s:]/g, '').toLowerCase();
}

function readFrameCount(s: TextScanner): number | undefined {
  if (atLineEnd(s)) return undefined;
  const at = s.at;
  // A count beyond every limit is wrong as any other that the rows do not bear out.
  const count = /^\d{13,300}$/.test(peekWord(s)) ? Number(readWord(s)) : scanNumber(s);
  if (count === undefined || !Number.isInteger(count) || count < 0) throw unexpected(s, at, 'a whole number of frames');
  return count;
}

function readFrameTime(s: TextScanner, head: Head): void {
  if (atLineEnd(s)) return;
  const at = s.at;
  const seconds = scanNumber(s);
  if (seconds === undefined || !(seconds === 0 || isFrameTime(seconds))) throw unexpected(s, at, FRAME_TIME_WANTED);
  head.frameTime = seconds;
  head.frameTimeText = textBetween(s, at, s.at);
}

/** All numbers to the end of the file. Memory follows the bytes that are there, not the count that is declared. */
function readNumbers(s: TextScanner, hierarchy: BvhHierarchy, declared: number | undefined, bridge: boolean) {
  const width = hierarchy.channelCount;
  const most = Math.ceil((s.bytes.length - s.at + 1) / LEAST_BYTES_PER_NUMBER);
  let values = new Float64Array(Math.min(most, declared === undefined ? most : declared * width));
  let count = scanNumbers(s, values, 0, values.length);
  let isLossy = false;
  while (!atEnd(s)) {
    if (count < values.length) {
      if (!bridge || !LOST.test(peekWord(s))) throw badNumber(s, hierarchy, count);
      readWord(s);
      values[count++] = Number.NaN;
      isLossy = true;
      count = scanNumbers(s, values, count, values.length);
      continue;
    }
    // More rows than declared: make room for what the remaining bytes can hold.
    const room = Math.ceil((s.bytes.length - s.at + 1) / LEAST_BYTES_PER_NUMBER);
    const larger = new Float64Array(count + room);
    larger.set(values);
    values = larger;
    count = scanNumbers(s, values, count, values.length);
  }
  return { values, count, isLossy };
}

function badNumber(s: TextScanner, hierarchy: BvhHierarchy, count: number) {
  const width = hierarchy.channelCount;
  if (width === 0) return unexpected(s, s.at, 'the end of the file, as no joint has channels');
  const column = count % width;
  const joint = hierarchy.joints.findLast(
    ({ channels, firstChannel }) => channels.length > 0 && firstChannel <= column,
  )!;
  const { kind, axis } = joint.channels[column - joint.firstChannel];
  const channel = `${'XYZ'[axis]}${kind} of "${joint.name}"`;
  return errorAt(
    s,
    s.at,
    `frame ${Math.floor(count / width)}, ${channel}: expected ${numberWanted(s)}, found ${foundAt(s, s.at)}`,
  );
}
