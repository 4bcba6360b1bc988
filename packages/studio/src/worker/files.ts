/** Reads and writes files. The formats are a third of all that a worker holds, so this module is loaded with the first file. */
import { type Clip, readClips, reportCsv, reportJson, reportPage, toJson, withFrameRate, writeClip } from 'poise';
import { bodyOf } from 'poise/dynamics';
import { meshFor } from 'poise/perform';
import type { ImportSettings } from '../state/types.ts';
import type { ClipRequest, GivenFile, Judgement } from './api.ts';

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export async function readFile(
  main: GivenFile,
  beside: readonly GivenFile[],
  { frameRate, ...border }: ImportSettings,
): Promise<readonly Clip[]> {
  const folder = folderOf(main.path);
  const companion = async (name: string): Promise<Uint8Array | undefined> => {
    // Names inside files may hold a folder; files picked one by one have none.
    const found =
      beside.find(({ path }) => path === folder + name) ?? beside.find(({ path }) => nameOf(path) === nameOf(name));
    return found && (await bytesOf(found.file));
  };
  const neighbours = beside.map(({ path }) => nameOf(path));
  const takes = await readClips(await bytesOf(main.file), nameOf(main.path), { ...border, companion, neighbours });
  return frameRate === undefined ? takes : takes.map((take) => withFrameRate(take, frameRate));
}

async function bytesOf(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new Error(
      `${file.name}: the file cannot be read any more; it was moved, changed or deleted since it was opened`,
    );
  }
}

/** The motion in the format that the extension names. */
export async function motionFile(clip: Clip, request: ClipRequest, extension: string): Promise<Uint8Array> {
  // A motion without a body of its own leaves with the mannequin's skin.
  const skinned = extension === '.glb' && !clip.source && clip.roles.status === 'humanoid';
  const mesh = skinned ? meshFor(bodyOf(clip), bodyOf(clip).roles, clip.skeleton) : undefined;
  // What flew about is not put into a file of the user's own.
  const isOwn = clip.source?.format.startsWith('gltf') ?? false;
  const props = !isOwn && request.kind === 'made' && request.props?.length ? request.props : undefined;
  const beside = extension === '.glb' && props ? { props } : {};
  return await writeClip(clip, `motion${extension}`, mesh ? { fresh: true, mesh, ...beside } : beside);
}

export function reportFile(clip: Clip, found: Judgement, kind: 'html' | 'csv' | 'json', title: string): Uint8Array {
  const text = {
    html: () => reportPage(found.body, clip, found.report, found.findings, { title, madeBy: 'Poise studio' }),
    csv: () => reportCsv(found.report),
    json: () => `${toJson(reportJson(title, clip, found))}\n`,
  }[kind]();
  return new TextEncoder().encode(text);
}
