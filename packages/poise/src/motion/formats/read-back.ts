/** What is written can be read. For people in their rooms that follows from the formats; whatever is beyond is read again before anybody gets it:
 *  readers infer unit and floor, and numbers that fit as they are may not fit as they will be understood. */
import { FormatError, UsageError } from '../../errors.ts';
import { checkBounds } from '../bounds.ts';
import type { Clip } from '../clip.ts';
import { coordinateCount } from '../skeleton.ts';
import type { MotionFormat, NamedFile, WriteOptions } from './format.ts';

/** [m] Places and bones of people, with much room; bones of no length are joints in one place. */
const FARTHEST = 1e4;
const LONGEST_BONE = 100;
const SHORTEST_BONE = 1e-4;
const LEG_BONES = ['leftLowerLeg', 'leftFoot', 'rightLowerLeg', 'rightFoot'] as const;

function isBone(x: number, y: number, z: number): boolean {
  const length = Math.hypot(x, y, z);
  return length <= LONGEST_BONE && (length === 0 || length >= SHORTEST_BONE);
}

/** A person by names may have legs of no length, on which no points can stand. */
function hasLegs({ skeleton, roles }: Clip): boolean {
  if (roles.status !== 'humanoid') return true;
  return LEG_BONES.every((role) => {
    const joint = roles.roles[role];
    if (joint === undefined) return true;
    const [x, y, z] = skeleton.offsets.subarray(3 * joint, 3 * joint + 3);
    return Math.hypot(x, y, z) >= SHORTEST_BONE;
  });
}

function isEveryday(clip: Clip): boolean {
  const { skeleton, q, extraTracks, source } = clip;
  if (!hasLegs(clip)) return false;
  const nq = coordinateCount(skeleton);
  for (let o = 0; o < q.length; o += nq) {
    for (let k = 0; k < 3; k++) if (Math.abs(q[o + k]) > FARTHEST) return false;
  }
  for (let i = 0; i < skeleton.offsets.length; i += 3) {
    if (!isBone(skeleton.offsets[i], skeleton.offsets[i + 1], skeleton.offsets[i + 2])) return false;
  }
  if (!skeleton.endSites.every(({ offset }) => isBone(...offset))) return false;
  if (source && (source.frame.metresPerUnit > 1 || Math.abs(source.frame.groundHeight) > FARTHEST)) return false;
  return extraTracks.every(({ values }) => values.every((value) => Math.abs(value) <= FARTHEST));
}

/** Throws UsageError where the bytes of an uncommon clip could not be read again. */
export async function checkReadable(
  clips: readonly Clip[], // of the file
  file: string,
  data: Uint8Array,
  format: MotionFormat,
  options: WriteOptions,
): Promise<void> {
  if (!format.read || format.readsBeside || clips.every(isEveryday)) return;
  const name = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  const beside: readonly NamedFile[] = (await format.writeCompanions?.(clips[0], name, options)) ?? [];
  try {
    const again = await format.read(data, name, {
      companion: async (wanted) => beside.find((one) => one.name === wanted)?.data,
      neighbours: beside.map((one) => one.name),
    });
    for (const clip of again) checkBounds(clip, name);
  } catch (error) {
    if (!(error instanceof FormatError || error instanceof UsageError)) throw error;
    throw new UsageError(`${file}: a file cannot hold this clip; it would be refused when read: ${error.message}`);
  }
}
