/** Plays a stretch of the clip into a video: WebM, MP4 or GIF. Every picture is drawn for its own time, however long that takes. */
import { type EncodedPicture, writeMp4, writeWebm } from 'poise/io';
import { pause, pictureCount, type RecordOptions, type RecordStage } from './film.ts';
import { recordGif } from './record-gif.ts';
import { recordLive } from './record-live.ts';

export interface Recording {
  /** The video, or undefined when it was cancelled. */
  readonly done: Promise<Blob | undefined>;
  readonly cancel: () => void;
}

const CODECS = {
  webm: ['vp09.00.41.08', 'vp8'],
  mp4: ['avc1.640028', 'avc1.4d0028', 'avc1.42002a'], // H.264, the best profile first
} as const;
const KEY_EVERY = 2; // [s]
const BITS_PER_PIXEL = 0.14; // flat colours and thin lines ask for more than film does

export function record(stage: RecordStage, options: RecordOptions): Recording {
  let cancelled = false;
  const run = options.format === 'gif' ? recordGif : encode;
  return {
    done: run(stage, options, () => cancelled),
    cancel() {
      cancelled = true;
    },
  };
}

async function encode(stage: RecordStage, options: RecordOptions, cancelled: () => boolean): Promise<Blob | undefined> {
  const { format, fps } = options;
  // Encoders want even sizes.
  const width = stage.canvas.width & ~1;
  const height = stage.canvas.height & ~1;
  const bitrate = Math.round(BITS_PER_PIXEL * width * height * fps);
  const settings = { width, height, framerate: fps, bitrate };
  const codec = await firstSupported(CODECS[format === 'mp4' ? 'mp4' : 'webm'], settings);
  if (codec === undefined) {
    if (format === 'mp4') throw new Error('This browser cannot make MP4 (H.264). Choose WebM or GIF.');
    return recordLive(stage, options, cancelled);
  }
  const film = await encoded({ codec, ...settings }, stage, options, cancelled);
  if (!film) return undefined;
  const track = { width, height, frameTime: 1000 / fps };
  if (format === 'mp4') {
    if (!film.config) throw new Error('This browser makes H.264 without its header. Choose WebM or GIF.');
    return new Blob([writeMp4({ ...track, config: film.config }, film.pictures)], { type: 'video/mp4' });
  }
  const id = codec === 'vp8' ? 'V_VP8' : 'V_VP9';
  return new Blob([writeWebm({ ...track, codec: id }, film.pictures)], { type: 'video/webm' });
}

interface Film {
  readonly pictures: readonly EncodedPicture[];
  readonly config: Uint8Array | undefined; // what a decoder must know before
}

async function encoded(
  config: VideoEncoderConfig,
  stage: RecordStage,
  options: RecordOptions,
  cancelled: () => boolean,
): Promise<Film | undefined> {
  const { from, fps, onProgress } = options;
  const pictures: EncodedPicture[] = [];
  let header: Uint8Array | undefined;
  let failure: Error | undefined;
  const encoder = new VideoEncoder({
    output(chunk, about) {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      pictures.push({ time: chunk.timestamp / 1000, key: chunk.type === 'key', data });
      header ??= bytesIn(about?.decoderConfig?.description);
    },
    error(error) {
      failure = error;
    },
  });
  encoder.configure(config);
  const count = pictureCount(options);
  for (let i = 0; i < count && !cancelled() && !failure; i++) {
    stage.drawAt(from + i / fps);
    const timing = { timestamp: Math.round((1e6 * i) / fps), duration: Math.round(1e6 / fps) };
    const visibleRect = { x: 0, y: 0, width: config.width, height: config.height };
    const picture = new VideoFrame(stage.canvas, { ...timing, visibleRect });
    encoder.encode(picture, { keyFrame: i % Math.round(KEY_EVERY * fps) === 0 });
    picture.close();
    onProgress?.((i + 1) / count);
    // Lets the page breathe, and the encoder catch up.
    do await pause();
    while (encoder.encodeQueueSize > 4 && !failure);
  }
  if (!cancelled() && !failure) await encoder.flush();
  if (encoder.state !== 'closed') encoder.close();
  if (failure) throw failure;
  return cancelled() ? undefined : { pictures, config: header };
}

function bytesIn(source: AllowSharedBufferSource | undefined): Uint8Array | undefined {
  if (!source) return undefined;
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice()
    : new Uint8Array(source).slice();
}

async function firstSupported(
  codecs: readonly string[],
  settings: Omit<VideoEncoderConfig, 'codec'>,
): Promise<string | undefined> {
  if (typeof VideoEncoder === 'undefined') return undefined;
  for (const codec of codecs) {
    const { supported } = await VideoEncoder.isConfigSupported({ codec, ...settings });
    if (supported) return codec;
  }
  return undefined;
}
