/** What all ways to make a video share. */
export type VideoFormat = 'webm' | 'mp4' | 'gif';

export interface RecordOptions {
  readonly format: VideoFormat;
  readonly from: number; // [s]
  readonly to: number; // [s]
  readonly fps: number;
  readonly onProgress?: (share: number) => void;
}

/** What the recorder needs of the viewport. */
export interface RecordStage {
  readonly canvas: HTMLCanvasElement;
  readonly drawAt: (time: number) => void; // [s]
}

export const pictureCount = ({ from, to, fps }: RecordOptions): number =>
  Math.max(1, Math.round((to - from) * fps) + 1);
export const pause = (ms = 0): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
