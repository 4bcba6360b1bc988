/**
 * A motion played by another person: rotations by roles from T-pose to T-pose, the way over the floor in proportion to the legs, soles where
 * the source's soles are in that proportion, hands that touch each other or the floor still touch.
 */

import { forwardKinematics } from '../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../dynamics/workspace.ts';
import { RigError } from '../errors.ts';
import { type Limb, limbOf, solveLimb } from '../ik/leg-ik.ts';
import { filledWith } from '../math/options.ts';
import { mend } from '../mend/index.ts';
import { type Clip, createClip, type ExtraTrack } from '../motion/clip.ts';
import { REQUIRED_ROLES, ROLES, type Role, SIDES } from '../motion/roles.ts';
import { coordinateCount } from '../motion/skeleton.ts';
import { createFootAim, type FootAim } from './feet.ts';
import { createHandAim, type HandAim } from './hands.ts';
import { dropFor, smoothEnvelope } from './hips.ts';
import { RETARGET_PARAMETERS } from './parameters.ts';
import { type RigRest, rigRestOf } from './rest.ts';
import { type Counterparts, counterpartsOf, createTurnScratch, turnLike } from './turn.ts';

export interface RetargetOptions {
  readonly rebalance: boolean; // feet that slide and balance that is lost with other proportions are mended
}

export const RETARGET_DEFAULTS: RetargetOptions = { rebalance: true };

export interface RetargetResult {
  readonly clip: Clip; // the motion on the other skeleton; written into the other's file
  readonly scale: number; // legs of the target by those of the source: the way over the floor is so much longer
  readonly notes: readonly string[]; // what could not be carried over, and what rebalancing did
}

/** Plays a clip on the person of another clip. Throws RigError where one of them holds nobody.
 *
 * ```ts
 * const { clip: walk } = retarget(captured, character); // frames of the one, skeleton, skin and file of the other
 * ```
 */
export function retarget(motion: Clip, character: Clip, options: Partial<RetargetOptions> = {}): RetargetResult {
  const { rebalance } = filledWith(RETARGET_DEFAULTS, options);
  const [source, target] = [rigRestOf(motion), rigRestOf(character)];
  const scale = target.standHeight / source.standHeight;
  if (!(scale > 0 && scale < Infinity)) throw new RigError(`"${character.name}": its legs have no length`);
  const player = new Player(motion, source, target, scale);
  const q = player.play();
  const clip = createClip({
    name: motion.name,
    skeleton: character.skeleton,
    roles: character.roles,
    frameTime: motion.frameTime,
    q,
    extraTracks: heldTracks(character, motion.frameCount),
    provenance: motion.provenance,
    floor: motion.floor,
    source: character.source && { ...character.source, referenceFrames: new Float64Array(0) },
  });
  const notes = notesOn(source, target);
  if (!rebalance) return { clip, scale, notes };
  const { clip: mended, report } = mend(clip, { stages: NOT_OF_PROPORTIONS });
  return { clip: mended, scale, notes: [...notes, ...report.stages.flatMap(({ did }) => did)] };
}

/** Stages of mending that other proportions give no reason for: what is wrong there was wrong before. */
const NOT_OF_PROPORTIONS = {
  gaps: false,
  outliers: false,
  swaps: false,
  bones: false,
  jitter: false,
  floor: false,
  hands: false,
} as const;

/** What the character's file animates besides stays as in its first frame. */
function heldTracks({ extraTracks, frameCount }: Clip, frames: number): readonly ExtraTrack[] {
  if (frameCount === 0) return [];
  return extraTracks.map((track) => {
    const width = track.values.length / frameCount;
    const values = new Float64Array(frames * width);
    for (let frame = 0; frame < frames; frame++) values.set(track.values.subarray(0, width), frame * width);
    return { ...track, values };
  });
}

function notesOn(source: RigRest, target: RigRest): readonly string[] {
  const isTrunk = (role: Role): boolean => role === 'spine' || role === 'chest' || role === 'upperChest'; // shared out
  const lacking = ROLES.filter(
    (role) => !isTrunk(role) && target.body.roles[role] !== undefined && source.body.roles[role] === undefined,
  );
  const lost = ROLES.filter((role) => target.body.roles[role] === undefined && source.body.roles[role] !== undefined);
  const said: string[] = [];
  if (lacking.length > 0) said.push(`the motion does not move ${lacking.join(', ')}: they keep their places`);
  const important = lost.filter((role) => REQUIRED_ROLES.includes(role) || role.endsWith('Hand') || role === 'neck');
  if (important.length > 0) said.push(`the character has no ${important.join(', ')}: these turns are left out`);
  return said;
}

/** One motion on its way to another body. */
class Player {
  private readonly clip: Clip;
  private readonly target: RigRest;
  private readonly scale: number;
  private readonly from: Workspace; // the source's pose
  private readonly to: Workspace; // the target's
  private readonly source: RigRest;
  private readonly counterparts: Counterparts;
  private readonly legs: readonly Limb[];
  private readonly feet: readonly FootAim[];
  private readonly hands: HandAim | undefined;
  private readonly world: Float64Array;
  private readonly nq: number;

  constructor(clip: Clip, source: RigRest, target: RigRest, scale: number) {
    this.clip = clip;
    this.source = source;
    this.target = target;
    this.scale = scale;
    this.from = createWorkspace(source.body);
    this.to = createWorkspace(target.body);
    this.counterparts = counterpartsOf(source, target);
    this.legs = SIDES.map((side) => limbOf(target.body, side, 'leg')!);
    this.feet = SIDES.map((_, k) => createFootAim(source.feet[k], target.feet[k], scale));
    this.hands = createHandAim(source, target, scale);
    this.world = createTurnScratch(target.body.skeleton.names.length);
    this.nq = coordinateCount(target.body.skeleton);
  }

  play(): Float64Array {
    const { frameCount, frameTime } = this.clip;
    const out = new Float64Array(frameCount * this.nq);
    const drop = new Float64Array(frameCount);
    for (let frame = 0; frame < frameCount; frame++) {
      const q = this.pose(out, frame);
      drop[frame] = this.dropIn(q);
    }
    const down = smoothEnvelope(drop, Math.round(RETARGET_PARAMETERS.dropTime / frameTime));
    for (let frame = 0; frame < frameCount; frame++) {
      const q = out.subarray(frame * this.nq, (frame + 1) * this.nq);
      q[1] -= down[frame];
      this.readSource(frame);
      this.stand(q);
      this.hands?.reach(q, this.from, this.to);
      if (frame > 0) keepSigns(out, frame, this.nq);
    }
    return out;
  }

  private readSource(frame: number): void {
    const nq = coordinateCount(this.source.body.skeleton);
    forwardKinematics(this.source.body, this.from, this.clip.q.subarray(frame * nq, (frame + 1) * nq));
  }

  /** Rotations, and the middle of the hip joints where the source's is in proportion. */
  private pose(out: Float64Array, frame: number): Float64Array {
    const q = out.subarray(frame * this.nq, (frame + 1) * this.nq);
    this.readSource(frame);
    turnLike(q, this.target, this.counterparts, this.from, this.world);
    forwardKinematics(this.target.body, this.to, q);
    for (let c = 0; c < 3; c++) {
      const theirs = hipAt(this.source, this.from, c);
      q[c] += this.scale * theirs - hipAt(this.target, this.to, c);
    }
    forwardKinematics(this.target.body, this.to, q);
    for (const foot of this.feet) foot.aim(this.from);
    return q;
  }

  /** [m] that the hips must come down in this pose. */
  private dropIn(q: Float64Array): number {
    forwardKinematics(this.target.body, this.to, q);
    const { segmentOrigin: o } = this.to;
    return Math.max(
      ...this.legs.map(({ upper, lower, end }, k) => {
        const at = this.feet[k].target.position;
        const aside = Math.hypot(o[3 * upper] - at[0], o[3 * upper + 2] - at[2]);
        const length = between(o, upper, lower) + between(o, lower, end);
        return dropFor(o[3 * upper + 1] - at[1], aside, RETARGET_PARAMETERS.mostReach * length);
      }),
    );
  }

  private stand(q: Float64Array): void {
    this.legs.forEach((leg, k) => {
      forwardKinematics(this.target.body, this.to, q);
      this.feet[k].aim(this.from);
      solveLimb(q, this.to, leg, this.feet[k].target);
      this.feet[k].bendToes(q, this.from);
    });
    forwardKinematics(this.target.body, this.to, q);
  }
}

const hipAt = ({ body: { roles } }: RigRest, { segmentOrigin: o }: Workspace, c: number): number =>
  0.5 * (o[3 * roles.leftUpperLeg! + c] + o[3 * roles.rightUpperLeg! + c]);

const between = (o: Float64Array, a: number, b: number): number =>
  Math.hypot(o[3 * a] - o[3 * b], o[3 * a + 1] - o[3 * b + 1], o[3 * a + 2] - o[3 * b + 2]);

/** Of the two quaternions for one rotation, the one near that of the frame before. */
function keepSigns(q: Float64Array, frame: number, nq: number): void {
  for (let at = 3; at < nq; at += 4) {
    const [now, before] = [frame * nq + at, (frame - 1) * nq + at];
    let dot = 0;
    for (let c = 0; c < 4; c++) dot += q[now + c] * q[before + c];
    if (dot < 0) for (let c = 0; c < 4; c++) q[now + c] = -q[now + c];
  }
}
