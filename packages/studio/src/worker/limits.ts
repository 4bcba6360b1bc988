/** How hard the person of a clip can be pushed: from the file where it holds a map, else by trying pushes. */
import type { Clip } from 'poise';
import { assetExtras } from 'poise/io';
import { createMap, mapCell, mapQuestions, mapRoses, type RecoverabilityMap } from 'poise/react';
import type { BodySettings } from '../state/types.ts';
import type { ClipRequest, Progress } from './api.ts';
import { clipOf, takesOf } from './clips.ts';
import { bodyFor } from './judge.ts';
import { type PushLimits, ROSE_DIRECTIONS } from './limits-api.ts';

/** A coarse map: a walk is done in about a minute. */
const COARSE = { directions: 8, moments: 3 } as const;

/** The map that came with a file of one clip. */
async function mapInFile(request: ClipRequest, clip: Clip): Promise<RecoverabilityMap | undefined> {
  if (request.kind !== 'file' || (await takesOf(request)).length > 1) return undefined;
  return assetExtras(clip.source?.document)?.['poiseMap'] as RecoverabilityMap | undefined; // checked by mapRoses
}

export async function limitsOf(
  request: ClipRequest,
  settings: BodySettings,
  onProgress: Progress,
): Promise<PushLimits> {
  const clip = await clipOf(request);
  const stored = await mapInFile(request, clip);
  if (stored !== undefined) return mapRoses(stored, ROSE_DIRECTIONS);
  const body = bodyFor(clip, settings);
  const questions = mapQuestions(body, clip, COARSE);
  const cells = questions.map((question, i) => {
    const cell = mapCell(body, clip, question);
    onProgress((i + 1) / questions.length);
    return cell;
  });
  return mapRoses(createMap(body, clip, cells), ROSE_DIRECTIONS);
}
