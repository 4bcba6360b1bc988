/** The judge with the flags of the command line. */
import { fitBody } from '../balance/fit-body.ts';
import { type Judgement, judge } from '../balance/judge.ts';
import type { Body } from '../body/body.ts';
import { RigError } from '../errors.ts';
import type { Clip } from '../motion/clip.ts';
import type { BodyFlags } from './options.ts';
import { type PushSpec, pushToTrack } from './push.ts';

export interface JudgeFlags extends BodyFlags {
  readonly zmp?: 'full' | 'point-mass';
  readonly push?: readonly PushSpec[];
}

/** The body of a clip's person. Throws RigError where nobody was found. */
export function personOf(clip: Clip, flags: BodyFlags): Body {
  try {
    return fitBody(clip, {
      ...(flags.mass !== undefined && { mass: flags.mass }),
      ...(flags.height !== undefined && { height: flags.height }),
      ...(flags.sex !== undefined && { sex: flags.sex }),
      ...(flags.table !== undefined && { table: flags.table }),
      ...(flags.sole !== undefined && { soleScale: flags.sole }),
    });
  } catch (error) {
    if (error instanceof RigError) throw new RigError(`${clip.source?.file ?? clip.name}: ${error.message}`);
    throw error;
  }
}

export function judgeClip(clip: Clip, flags: JudgeFlags): Judgement {
  const person = personOf(clip, flags);
  const external = (flags.push ?? []).map((spec) => pushToTrack(spec, person, clip));
  return judge(clip, { person, external, ...(flags.zmp !== undefined && { inertia: flags.zmp }) });
}
