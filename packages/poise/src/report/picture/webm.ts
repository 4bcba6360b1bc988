/**
 * A WebM file from encoded pictures (Matroska, RFC 9559): header, track, index, then clusters that start at key pictures.
 * Times are those of the motion, not of the machine that drew it.
 */
import { bytesOf, type EncodedPicture, joined } from './encoded.ts';

export interface WebmTrack {
  readonly codec: 'V_VP8' | 'V_VP9';
  readonly width: number;
  readonly height: number;
  readonly frameTime: number; // [ms]
}

/** An element: its id, its size in eight bytes, what it holds. */
function element(id: number, ...content: readonly Uint8Array[]): Uint8Array {
  const body = joined(content);
  const idWidth = id > 0xffffff ? 4 : id > 0xffff ? 3 : id > 0xff ? 2 : 1;
  const size = bytesOf(body.length, 8);
  size[0] = 1;
  return joined([bytesOf(id, idWidth), size, body]);
}

const whole = (id: number, value: number): Uint8Array => element(id, bytesOf(value, 4));
const text = (id: number, value: string): Uint8Array => element(id, new TextEncoder().encode(value));
const real = (id: number, value: number): Uint8Array => {
  const out = new Uint8Array(8);
  new DataView(out.buffer).setFloat64(0, value);
  return element(id, out);
};

/** The whole file. Pictures are in the order of time; the first is a key picture. */
export function writeWebm(track: WebmTrack, pictures: readonly EncodedPicture[]): Uint8Array<ArrayBuffer> {
  const head = element(
    0x1a45dfa3,
    whole(0x4286, 1),
    whole(0x42f7, 1),
    whole(0x42f2, 4),
    whole(0x42f3, 8),
    text(0x4282, 'webm'),
    whole(0x4287, 4),
    whole(0x4285, 2),
  );
  const duration = (pictures.at(-1)?.time ?? 0) + track.frameTime;
  const info = element(
    0x1549a966,
    whole(0x2ad7b1, 1_000_000),
    text(0x4d80, 'Poise'),
    text(0x5741, 'Poise'),
    real(0x4489, duration),
  );
  const tracks = element(
    0x1654ae6b,
    element(
      0xae,
      whole(0xd7, 1),
      whole(0x73c5, 1),
      whole(0x83, 1),
      whole(0x9c, 0),
      text(0x86, track.codec),
      whole(0x23e383, Math.round(1e6 * track.frameTime)),
      element(0xe0, whole(0xb0, track.width), whole(0xba, track.height)),
    ),
  );
  const groups = groupsOf(pictures);
  const clusters = groups.map(clusterOf);
  // The index is as long whatever it says, so its own length can be known before the places it names.
  const indexOf = (start: number): Uint8Array => {
    let place = start;
    const points = groups.map((group, i) => {
      const position = element(0xb7, whole(0xf7, 1), whole(0xf1, place));
      place += clusters[i]!.length;
      return element(0xbb, whole(0xb3, Math.round(group[0]!.time)), position);
    });
    return element(0x1c53bb6b, ...points);
  };
  const index = indexOf(info.length + tracks.length + indexOf(0).length);
  return joined([head, element(0x18538067, info, tracks, index, ...clusters)]);
}

/** Blocks count their time in 16 bits from the cluster's start, so no cluster is longer than half a minute. */
function groupsOf(pictures: readonly EncodedPicture[]): EncodedPicture[][] {
  const groups: EncodedPicture[][] = [];
  for (const picture of pictures) {
    const group = groups.at(-1);
    if (!group || picture.key || picture.time - group[0]!.time > 30_000) groups.push([picture]);
    else group.push(picture);
  }
  return groups;
}

function clusterOf(group: readonly EncodedPicture[]): Uint8Array {
  const start = Math.round(group[0]!.time);
  const blocks = group.map(({ time, key, data }) => {
    const header = Uint8Array.of(0x81, 0, 0, key ? 0x80 : 0);
    new DataView(header.buffer).setInt16(1, Math.round(time) - start);
    return element(0xa3, header, data);
  });
  return element(0x1f43b675, whole(0xe7, start), ...blocks);
}
