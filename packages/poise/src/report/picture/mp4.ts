/**
 * An MP4 file from pictures of an H.264 encoder (ISO/IEC 14496-12 and -15): one video track, the tables first, so that it plays
 * while it is loaded. Every picture is shown for the same time.
 */
import { bytesOf, type EncodedPicture, joined } from './encoded.ts';

export interface Mp4Track {
  readonly width: number;
  readonly height: number;
  readonly frameTime: number; // [ms]
  readonly config: Uint8Array; // AVCDecoderConfigurationRecord, as the encoder hands it out
}

const SCALE = 90_000; // ticks of a second
const UNITY = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];

const u8 = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);
const u16 = (...values: readonly number[]): Uint8Array => joined(values.map((value) => bytesOf(value, 2)));
const u32 = (...values: readonly number[]): Uint8Array => joined(values.map((value) => bytesOf(value, 4)));
const text = (value: string): Uint8Array => new TextEncoder().encode(value);

function box(name: string, ...content: readonly Uint8Array[]): Uint8Array {
  const size = content.reduce((sum, { length }) => sum + length, 8);
  return joined([bytesOf(size, 4), text(name), ...content]);
}

/** A box with version 0 and flags. */
const full = (name: string, flags: number, ...content: readonly Uint8Array[]): Uint8Array =>
  box(name, bytesOf(flags, 4), ...content);

/** The whole file. Pictures are in the order of time; the first is a key picture. */
export function writeMp4(track: Mp4Track, pictures: readonly EncodedPicture[]): Uint8Array<ArrayBuffer> {
  const head = box('ftyp', text('isom'), u32(0x200), text('isomiso2avc1mp41'));
  const media = box('mdat', ...pictures.map(({ data }) => data));
  // The tables are as long whatever they say, so their own length can be known before the place they name.
  const start = head.length + tables(track, pictures, 0).length + 8;
  return joined([head, tables(track, pictures, start), media]);
}

function tables(track: Mp4Track, pictures: readonly EncodedPicture[], start: number): Uint8Array {
  const tick = Math.round((track.frameTime * SCALE) / 1000);
  const duration = tick * pictures.length;
  const header = full(
    'mvhd',
    0,
    u32(0, 0, SCALE, duration, 0x10000),
    u16(0x100, 0, 0, 0, 0, 0),
    u32(...UNITY, 0, 0, 0, 0, 0, 0, 2),
  );
  const place = full(
    'tkhd',
    3, // on, and part of the film
    u32(0, 0, 1, 0, duration, 0, 0),
    u16(0, 0, 0, 0),
    u32(...UNITY, track.width * 0x10000, track.height * 0x10000),
  );
  const media = box(
    'mdia',
    full('mdhd', 0, u32(0, 0, SCALE, duration), u16(0x55c4, 0)), // language: undetermined
    full('hdlr', 0, u32(0), text('vide'), u32(0, 0, 0), text('Poise\0')),
    box(
      'minf',
      full('vmhd', 1, u16(0, 0, 0, 0)),
      box('dinf', full('dref', 0, u32(1), full('url ', 1))), // the pictures are in this file
      sampleTable(track, pictures, tick, start),
    ),
  );
  return box('moov', header, box('trak', place, media));
}

/** How the pictures are encoded, how long each is shown, which can be begun with, how large they are and where they lie. */
function sampleTable(
  { width, height, config }: Mp4Track,
  pictures: readonly EncodedPicture[],
  tick: number,
  start: number,
): Uint8Array {
  const entry = box(
    'avc1',
    u32(0),
    u16(0, 1, 0, 0),
    u32(0, 0, 0),
    u16(width, height),
    u32(0x480000, 0x480000, 0), // 72 dots an inch
    u16(1),
    new Uint8Array(32),
    u8(0, 0x18, 0xff, 0xff), // 24 bits, no table of colours
    box('avcC', config),
  );
  const keys = pictures.flatMap(({ key }, i) => (key ? [i + 1] : []));
  return box(
    'stbl',
    full('stsd', 0, u32(1), entry),
    full('stts', 0, u32(1, pictures.length, tick)),
    full('stss', 0, u32(keys.length, ...keys)),
    full('stsc', 0, u32(1, 1, pictures.length, 1)),
    full('stsz', 0, u32(0, pictures.length, ...pictures.map(({ data }) => data.length))),
    full('stco', 0, u32(1, start)),
  );
}
