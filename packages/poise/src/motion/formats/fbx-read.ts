/** From FBX bytes to motions: one per take, or one frame of the rest pose when no take moves a joint. */
import { FormatError } from '../../errors.ts';
import { isFrameTime } from '../bounds.ts';
import type { ImportNote } from '../clip.ts';
import type { RawMotion } from '../raw-motion.ts';
import { type Budget, budgetFor, spendTake } from './budget.ts';
import { isBinaryFbx, parseBinaryFbx } from './fbx-binary.ts';
import type { FbxDocument } from './fbx-document.ts';
import { type FbxObjects, numberProperty, readObjects } from './fbx-objects.ts';
import { CUSTOM_RATE, TIME_MODES } from './fbx-rates.ts';
import { type FbxSkeleton, readSkeleton } from './fbx-skeleton.ts';
import { type FbxTake, readTakes, sampleTake } from './fbx-takes.ts';
import { isTextFbx, parseTextFbx } from './fbx-text.ts';
import { type FbxFile, nodeNamed } from './fbx-tree.ts';
import { type FrameGrid, findGrid } from './key-times.ts';

/** What an FBX holds, before a take is chosen. */
export interface FbxScene {
  readonly objects: FbxObjects;
  readonly takes: readonly FbxTake[];
  readonly skeleton: FbxSkeleton;
  readonly budget: Budget;
}

/** Throws FormatError. */
export async function openFbx(bytes: Uint8Array, file: string): Promise<FbxScene> {
  const objects = readObjects(parse(bytes, file));
  const budget = budgetFor(bytes.length);
  const takes = await readTakes(objects, budget);
  const animated = new Set(takes.flatMap(({ moved }) => [...moved.keys()]));
  return { objects, takes, skeleton: readSkeleton(objects, animated), budget };
}

/** All motions of the file. Throws FormatError. */
export async function readFbx(bytes: Uint8Array, file: string): Promise<RawMotion[]> {
  const { objects, takes, skeleton, budget } = await openFbx(bytes, file);
  const { fbx } = objects;
  const documentOf = (stack: string | undefined, grid: FrameGrid): FbxDocument | undefined =>
    fbx.text ? undefined : { kind: 'fbx', bytes, stack, grid };
  const jointIds = new Set(skeleton.sources.map(({ model }) => model.id));
  const moving = takes.filter(({ moved }) => [...moved.keys()].some((id) => jointIds.has(id)));
  if (moving.length > 0) {
    return moving.map((take) => {
      const { motion, grid } = takeMotion(objects, skeleton, take, budget);
      return { ...motion, document: documentOf(take.id, grid) };
    });
  }
  const text = 'no take moves a joint: one frame, the rest pose';
  const name = takes[0]?.name ?? '';
  const rest = restMotion(objects, skeleton, name);
  const document = documentOf(takes[0]?.id, { start: 0, frameTime: rest.frameTime, frameCount: 1, snap: 0 });
  return [{ ...rest, notes: [...skeleton.notes, ...axisNotes(fbx), sure(text)], document }];
}

function parse(bytes: Uint8Array, file: string): FbxFile {
  if (isBinaryFbx(bytes)) return parseBinaryFbx(bytes, file);
  const head = new TextDecoder('utf-8').decode(bytes.subarray(0, 1024));
  if (isTextFbx(head)) return parseTextFbx(bytes, file);
  throw new FormatError(file, undefined, 'expected an FBX file, binary or text; found neither beginning');
}

const sure = (text: string): ImportNote => ({ topic: 'content', text, confidence: 'sure' });

/** The motion with every track at rest. */
function restMotion(objects: FbxObjects, skeleton: FbxSkeleton, animation: string): RawMotion {
  const settings = nodeNamed(objects.fbx, 'GlobalSettings');
  const centimetresPerUnit = numberProperty(settings, 'UnitScaleFactor');
  const up = (['x', 'y', 'z'] as const)[numberProperty(settings, 'UpAxis') ?? -1];
  const upright = (numberProperty(settings, 'UpAxisSign') ?? 1) > 0;
  const atRest = skeleton.joints.map(() => undefined);
  return {
    format: 'fbx',
    file: objects.fbx.file,
    animation,
    joints: skeleton.joints,
    endSites: skeleton.endSites,
    frameTime: 1 / (statedRate(objects.fbx) ?? 30),
    frameCount: 1,
    translations: atRest,
    rotations: atRest,
    scales: atRest,
    statedMetresPerUnit: centimetresPerUnit && centimetresPerUnit > 0 ? centimetresPerUnit / 100 : undefined,
    statedUp: upright ? up : undefined,
    notes: [],
    document: undefined,
  };
}

function statedRate(fbx: FbxFile): number | undefined {
  const settings = nodeNamed(fbx, 'GlobalSettings');
  const mode = numberProperty(settings, 'TimeMode') ?? 0;
  const known = TIME_MODES.find(([number]) => number === mode)?.[1];
  const rate = mode === CUSTOM_RATE ? numberProperty(settings, 'CustomFrameRate') : known;
  return rate !== undefined && isFrameTime(1 / rate) ? rate : undefined;
}

function axisNotes(fbx: FbxFile): ImportNote[] {
  const settings = nodeNamed(fbx, 'GlobalSettings');
  const upsideDown = (numberProperty(settings, 'UpAxisSign') ?? 1) < 0;
  if (!upsideDown) return [];
  return [
    { topic: 'up', text: 'the file states a negative up axis; the axis is inferred instead', confidence: 'sure' },
  ];
}

function takeMotion(
  objects: FbxObjects,
  skeleton: FbxSkeleton,
  take: FbxTake,
  budget: Budget,
): { readonly motion: RawMotion; readonly grid: FrameGrid } {
  const { fbx } = objects;
  const curves = skeleton.sources.flatMap(({ model }) => take.moved.get(model.id)?.curves ?? []);
  const exact = take.frameTime;
  const found = findGrid(
    curves.map(({ times }) => times),
    exact === undefined ? statedRate(fbx) : 1 / exact,
  );
  const asWritten = exact !== undefined && Math.abs(found.grid.frameTime / exact - 1) < 1e-9;
  const { grid, note } = asWritten ? { ...found, grid: { ...found.grid, frameTime: exact } } : found;
  spendTake(budget, grid.frameCount, skeleton.joints.length, fbx.file, `take "${take.name}", sampled`);
  const motion = {
    ...restMotion(objects, skeleton, take.name),
    ...sampleTake(skeleton, take, grid),
    frameTime: grid.frameTime,
    frameCount: grid.frameCount,
    notes: [...skeleton.notes, ...axisNotes(fbx), ...take.notes, ...(note ? [note] : [])],
  };
  return { motion, grid };
}
