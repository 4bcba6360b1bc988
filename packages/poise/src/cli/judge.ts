/** The whole chain from a clip to a verdict, shared by analyse and lint. */
import { analyse } from '../balance/analyse.ts';
import type { Finding } from '../balance/finding.ts';
import { fitBody } from '../balance/fit-body.ts';
import { lint } from '../balance/lint.ts';
import type { BalanceReport } from '../balance/report.ts';
import type { Body } from '../body/body.ts';
import { RigError } from '../errors.ts';
import type { Clip } from '../motion/clip.ts';
import type { BodyFlags } from './options.ts';
import { type PushSpec, pushToTrack } from './push.ts';

export interface JudgeFlags extends BodyFlags {
  readonly zmp?: 'full' | 'point-mass';
  readonly push?: readonly PushSpec[];
}

export interface Judgement {
  readonly body: Body;
  readonly report: BalanceReport;
  readonly findings: readonly Finding[];
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

export function judge(clip: Clip, flags: JudgeFlags): Judgement {
  const body = personOf(clip, flags);
  const external = (flags.push ?? []).map((spec) => pushToTrack(spec, body, clip));
  const report = analyse(body, clip, { external, ...(flags.zmp !== undefined && { inertia: flags.zmp }) });
  return { body, report, findings: lint(body, clip, report) };
}
