/** The worker that makes clips of clips: reactions to pushes, motions on other characters, mended ones. */
import * as comlink from 'comlink';
import {
  type Clip,
  type ForceTrack,
  formats,
  mend,
  react,
  retarget,
  type TimedPush,
  unpackLibrary,
  writeClip,
} from 'poise';
import builtIn from 'poise/push-library.json?url';
import type { JudgeOptions } from './api.ts';
import { clipOf } from './clips.ts';
import { bodyFor, judge, told } from './judge.ts';
import { limitsOf } from './limits.ts';
import type { MadeFrom, MakeWorker } from './make-api.ts';
import { impulseOf } from './push-impulse.ts';
import { buffersOf, forPage } from './transfer.ts';

const PLAIN: JudgeOptions = { body: {}, contacts: [], external: [], inertia: 'full', cutoff: 'auto' };

function handOver(made: Clip, options: JudgeOptions, words: string): MadeFrom {
  const judgement = judge(made, options);
  const { clip, buffers } = forPage(made);
  return comlink.transfer({ clip, judgement, words }, [...new Set([...buffers, ...buffersOf(judgement.report)])]);
}

const pushOf = (track: ForceTrack): TimedPush => {
  const { time, segment, pointInSegment } = track;
  const start = time[0] ?? 0;
  const duration = (time.at(-1) ?? start) - start;
  return { time: start, impulse: impulseOf(track), segment, pointInSegment, ...(duration > 0 && { duration }) };
};

async function library() {
  const answer = await fetch(builtIn);
  if (!answer.ok) throw new Error(`the built-in responses cannot be loaded (${answer.status})`);
  return unpackLibrary(await answer.text(), 'built-in');
}

const worker: MakeWorker = {
  limits: (request, body, onProgress) => told(() => limitsOf(request, body, onProgress)),
  react: (request, options, onProgress) =>
    told(async () => {
      const [clip, responses] = await Promise.all([clipOf(request), library()]);
      const pushes = options.external.map(pushOf).sort((a, b) => a.time - b.time);
      const { clip: answered, outcome } = react(
        { body: bodyFor(clip, options.body), clip, pushes, getUp: { after: 0.7 }, onProgress },
        { library: responses },
      );
      return handOver(answered, { ...options, contacts: [] }, outcome.reason);
    }),
  retarget: (motion, character, onProgress) =>
    told(async () => {
      const [clip, other] = [await clipOf(motion), await clipOf(character)];
      onProgress(0.1);
      const { clip: made, notes } = retarget(clip, other);
      onProgress(0.8);
      return handOver(made, PLAIN, notes.join('; '));
    }),
  look: (request, body) => told(async () => handOver(await clipOf(request), { ...PLAIN, body }, '')),
  mend: (request, body, onProgress) =>
    told(async () => {
      const clip = await clipOf(request);
      if (clip.roles.status !== 'humanoid') return undefined;
      const { clip: mended, report } = mend(clip, {
        fit: (person) => bodyFor(person, body),
        onProgress: ({ done }) => onProgress(done),
      });
      return mended === clip ? undefined : handOver(mended, { ...PLAIN, body }, report.reason);
    }),
  file: (request) =>
    told(async () => {
      const clip = await clipOf(request);
      const own = /\.[^.]+$/.exec(clip.source?.file ?? '')?.[0].toLowerCase() ?? '.bvh';
      const extension = canWrite(own) ? own : '.bvh';
      const data = (await writeClip(clip, `motion${extension}`)) as Uint8Array<ArrayBuffer>;
      return comlink.transfer({ data, extension }, [data.buffer]);
    }),
};

const canWrite = (extension: string): boolean =>
  formats.some(({ write, extensions }) => write !== undefined && extensions.includes(extension));

comlink.expose(worker);
