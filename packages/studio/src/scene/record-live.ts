/** WebM in browsers without an encoder of their own. */
import { pause, pictureCount, type RecordOptions, type RecordStage } from './film.ts';

/** The canvas is filmed while it plays, at the speed of the clock. */
export async function recordLive(
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
