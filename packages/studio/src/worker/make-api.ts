/** What the page asks of the worker that makes clips of clips. */
import type { BodySettings } from '../state/types.ts';
import type { ClipRequest, Judgement, JudgeOptions, LoadedClip, Progress } from './api.ts';
import type { PushLimits } from './limits-api.ts';

/** A clip that was made, judged. */
export interface MadeFrom {
  readonly clip: LoadedClip['clip'];
  readonly judgement: Judgement;
  readonly words: string; // what came of it, one sentence
}

export interface MakeWorker {
  /** Lets the character of a clip react to pushes; before the first one the clip stays as it is. */
  react(request: ClipRequest, options: JudgeOptions, onProgress: Progress): Promise<MadeFrom>;
  /** Plays a clip on the character of another. */
  retarget(motion: ClipRequest, character: ClipRequest, onProgress: Progress): Promise<MadeFrom>;
  /** A clip as it is, judged: to stand beside another. */
  look(request: ClipRequest, body: BodySettings): Promise<MadeFrom>;
  /** Mends a clip; undefined where nothing was wrong, or nothing better was found. */
  mend(request: ClipRequest, body: BodySettings, onProgress: Progress): Promise<MadeFrom | undefined>;
  /** The largest pushes that the person takes: from the file where it holds a map, else by trying pushes. */
  limits(request: ClipRequest, body: BodySettings, onProgress: Progress): Promise<PushLimits>;
  /** Bytes of a motion file, in the clip's own format where it can be written. */
  file(request: ClipRequest): Promise<{ readonly data: Uint8Array<ArrayBuffer>; readonly extension: string }>;
}
