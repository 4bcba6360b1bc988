/** Plays a stretch of the clip into a WebM video. Every picture is drawn for its own time, however long that takes. */
import { type EncodedPicture, writeWebm } from 'poise/io';

export interface RecordOptions {
  readonly from: number; // [s]
  readonly to: number; // [s]
  readonly fps: number;
  readonly onProgress?: (share: number) => void;
}

export interface Recording {
  /** The video, or undefined when it was cancelled. */
  readonly done: Promise<Blob | undefined>;
  readonly cancel: () => void;
}

/** What the recorder needs of the viewport. */
export interface RecordStage {
  readonly canvas: HTMLCanvasElement;
  readonly drawAt: (time: number) => void; // [s]
}

const CODECS = [
  { codec: 'vp09.00.41.08', id: 'V_VP9' },
  { codec: 'vp8', id: 'V_VP8' },
] as const;
const KEY_EVERY = 2; // [s]
const BITS_PER_PIXEL = 0.14; // flat colours and thin lines ask for more than film does

export function record(stage: RecordStage, options: RecordOptions): Recording {
  let cancelled = false;
  const run = typeof VideoEncoder === 'undefined' ? recordLive : encode;
  return {
    done: run(stage, options, () => cancelled),
    cancel() {
      cancelled = true;
    },
  };
}

const pictureCount = ({ from, to, fps }: RecordOptions): number => Math.max(1, Math.round((to - from) * fps) + 1);
const pause = (ms = 0): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function encode(stage: RecordStage, options: RecordOptions, cancelled: () => boolean): Promise<Blob | undefined> {
  const { from, fps, onProgress } = options;
  // Encoders want even sizes.
  const width = stage.canvas.width & ~1;
  const height = stage.canvas.height & ~1;
  const settings = { width, height, framerate: fps, bitrate: Math.round(BITS_PER_PIXEL * width * height * fps) };
  const chosen = await firstSupported(settings);
  if (!chosen) return recordLive(stage, options, cancelled);
  const pictures: EncodedPicture[] = [];
  let failure: Error | undefined;
  const encoder = new VideoEncoder({
    output(chunk) {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      pictures.push({ time: chunk.timestamp / 1000, key: chunk.type === 'key', data });
    },
    error(error) {
      failure = error;
    },
  });
  encoder.configure({ codec: chosen.codec, ...settings });
  const count = pictureCount(options);
  for (let i = 0; i < count && !cancelled() && !failure; i++) {
    stage.drawAt(from + i / fps);
    const timing = { timestamp: Math.round((1e6 * i) / fps), duration: Math.round(1e6 / fps) };
    const picture = new VideoFrame(stage.canvas, { ...timing, visibleRect: { x: 0, y: 0, width, height } });
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
  if (cancelled()) return undefined;
  const bytes = writeWebm({ codec: chosen.id, width, height, frameTime: 1000 / fps }, pictures);
  return new Blob([bytes], { type: 'video/webm' });
}

async function firstSupported(
  settings: Omit<VideoEncoderConfig, 'codec'>,
): Promise<(typeof CODECS)[number] | undefined> {
  for (const choice of CODECS) {
    const { supported } = await VideoEncoder.isConfigSupported({ codec: choice.codec, ...settings });
    if (supported) return choice;
  }
  return undefined;
}

/** For browsers without an encoder of their own: the canvas is filmed while it plays, at the speed of the clock. */
async function recordLive(
  stage: RecordStage,
  options: RecordOptions,
  cancelled: () => boolean,
): Promise<Blob | undefined> {
  if (typeof MediaRecorder === 'undefined') throw new Error('This browser cannot record video.');
  const { from, fps, onProgress } = options;
  const stream = stage.canvas.captureStream(0);
  const track = stream.getVideoTracks()[0] as CanvasCaptureMediaStreamTrack;
  const recorder = new MediaRecorder(stream, { mimeType: 'video/webm' });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise<void>((resolve) => {
    recorder.onstop = () => resolve();
  });
  recorder.start();
  const count = pictureCount(options);
  const start = performance.now();
  for (let i = 0; i < count && !cancelled(); i++) {
    stage.drawAt(from + i / fps);
    track.requestFrame();
    onProgress?.((i + 1) / count);
    await pause(Math.max(0, start + (1000 * (i + 1)) / fps - performance.now()));
  }
  recorder.stop();
  await stopped;
  return cancelled() ? undefined : new Blob(parts, { type: 'video/webm' });
}
