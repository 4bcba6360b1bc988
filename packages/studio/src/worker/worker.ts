/** The studio's worker: reads, performs, judges, explains and writes beside the page, so that the page stays alive. */
import * as comlink from 'comlink';
import { motions } from 'poise';
import { rules } from 'poise/lint';
import { verdictOnNobody } from '../state/no-person.ts';
import type { Catalogue } from '../state/types.ts';
import type { ClipRequest, Judgement, LoadedClip, StudioWorker, Surveyed } from './api.ts';
import { clipOf, takesOf } from './clips.ts';
import { explainMoment } from './explain.ts';
import { bodyFor, inWords, judge } from './judge.ts';
import { samples } from './samples.ts';
import { buffersOf, forPage } from './transfer.ts';

function fileOf(request: ClipRequest): string {
  if (request.kind === 'made') return request.name;
  return request.kind === 'file' ? request.main.file.name : request.motion;
}

/** Errors reach the page as words. */
async function told<T>(request: ClipRequest, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Error(inWords(error, fileOf(request)));
  }
}

/** What reads and writes files is fetched when it is first needed: a newcomer's first person does without. */
const files = () => import('./files.ts');

const given = (bytes: Uint8Array): Uint8Array => comlink.transfer(bytes, [bytes.buffer as ArrayBuffer]);

/** Extensions with the dot, put here by the build (vite.config.ts). */
declare const READABLE: readonly string[];

/** Gaits come first: they are what a newcomer looks for. */
const FIRST = ['walk', 'run', 'jump'];
const place = (id: string): number => (FIRST.includes(id) ? FIRST.indexOf(id) : FIRST.length);

const catalogue = (): Catalogue => ({
  motions: [
    ...[...motions]
      .sort((a, b) => place(a.id) - place(b.id))
      .map(({ id, title, text, loops, balanced, parameters }) => ({
        id,
        title,
        text,
        loops,
        balanced,
        parameters: parameters.map(({ name, unit, min, max, text: hint, ...rest }) => ({
          name,
          unit,
          min,
          max,
          text: hint,
          default: rest.default,
        })),
        sample: false,
      })),
    ...samples.map(({ id, title, text }) => ({
      id,
      title,
      text,
      loops: false,
      balanced: false,
      parameters: [],
      sample: true,
    })),
  ],
  readable: READABLE,
  companions: ['.asf', '.osim', '.bin'],
  rules: Object.fromEntries(rules.map(({ id, title, help }) => [id, { title, help }])),
});

async function loaded(request: ClipRequest): Promise<{ value: LoadedClip; buffers: ArrayBuffer[] }> {
  const takes = await takesOf(request);
  const { clip, buffers } = forPage(await clipOf(request));
  return { value: { clip, takes: takes.map((take) => take.source?.animation || take.name) }, buffers };
}

/** The body stays remembered here, so its arrays are cloned; the report's are given away. */
const handOver = (judgement: Judgement): Judgement => comlink.transfer(judgement, buffersOf(judgement.report));

const worker: StudioWorker = {
  catalogue,
  load: (request) =>
    told(request, async () => {
      const { value, buffers } = await loaded(request);
      return comlink.transfer(value, buffers);
    }),
  perform: (request, options) =>
    told(request, async () => {
      const { value, buffers } = await loaded(request);
      const clip = await clipOf(request);
      const judgement = clip.roles.status === 'humanoid' ? judge(clip, options) : undefined;
      return comlink.transfer({ ...value, judgement }, [...buffers, ...buffersOf(judgement?.report)]);
    }),
  analyse: (request, options, onProgress) =>
    told(request, async () => handOver(judge(await clipOf(request), options, onProgress))),
  explain: (request, body, moment) =>
    told(request, async () => {
      const clip = await clipOf(request);
      return explainMoment(clip, bodyFor(clip, body), moment);
    }),
  survey: (request) =>
    told(request, async () => (await takesOf(request)).map((take) => surveyed(take, fileOf(request)))),
  exportMotion: (request, extension) =>
    told(request, async () => {
      const { motionFile } = await files();
      return given(await motionFile(await clipOf(request), request, extension));
    }),
  exportReport: (request, options, kind, title) =>
    told(request, async () => {
      const { reportFile } = await files();
      const clip = await clipOf(request);
      return given(reportFile(clip, judge(clip, options), kind, title));
    }),
};

function surveyed(clip: Awaited<ReturnType<typeof clipOf>>, file: string): Surveyed {
  const name = clip.source?.animation || clip.name;
  const nobody = verdictOnNobody(clip);
  if (nobody) return { name, verdict: nobody };
  try {
    const options = { body: {}, contacts: [], external: [], inertia: 'full', cutoff: 'auto' } as const;
    return { name, verdict: judge(clip, options).verdict };
  } catch (error) {
    return { name, error: inWords(error, file) };
  }
}

comlink.expose(worker);
