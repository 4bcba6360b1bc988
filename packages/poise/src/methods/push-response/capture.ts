/** Any recording → the push responses in it. */
import { fitBody } from '../../balance/fit-body.ts';
import type { Body } from '../../body/body.ts';
import type { Clip } from '../../motion/clip.ts';
import { resample } from '../../motion/resample.ts';
import { buildResponse } from './build-response.ts';
import type { ClassifyOptions } from './classify.ts';
import { type FindOptions, type FoundPushes, findPushes } from './find-pushes.ts';
import { measure } from './measure.ts';
import type { Response } from './response.ts';

const LIBRARY_FRAME_TIME = 1 / 60; // [s]

export interface CaptureOptions {
  readonly name: string; // of the recording; default: the clip's
  readonly body: Body; // on the clip's skeleton; default: fitted to the clip
  readonly find: Partial<FindOptions>;
  readonly classify: Partial<ClassifyOptions>;
}

export interface Captured {
  readonly body: Body;
  readonly responses: readonly Response[];
  readonly rejected: readonly { readonly time: number; readonly reason: FoundPushes['rejected'][number]['reason'] }[];
}

/** Finds the push responses in a recording, cuts them out and describes them.
 *
 * ```ts
 * const { responses } = responsesIn(clip);
 * console.log(responses.map(({ strategy, estimates }) => [strategy, estimates.early.radius]));
 * ```
 */
export function responsesIn(recording: Clip, options: Partial<CaptureOptions> = {}): Captured {
  const clip = resample(recording, LIBRARY_FRAME_TIME, { method: 'spline' });
  const body = options.body ?? fitBody(clip);
  const name = options.name ?? recording.name;
  if (clip.frameCount < 3) return { body, responses: [], rejected: [] };
  const measured = measure(body, clip);
  const { events, rejected } = findPushes(measured, options.find);
  const perFrame = clip.frameTime / recording.frameTime;
  const responses = events.map(({ start, end }, k) =>
    buildResponse(measured, {
      name: `${name} ${k + 1}`,
      start,
      end,
      provenance: { source: name, frames: [Math.round(start * perFrame), Math.round(end * perFrame)], note: '' },
      ...(options.classify && { classify: options.classify }),
    }),
  );
  return {
    body,
    responses,
    rejected: rejected.map(({ frame, reason }) => ({ time: frame * clip.frameTime, reason })),
  };
}
