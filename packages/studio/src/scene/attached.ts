/** Where a carried weight hangs on the skeleton, as the library reads its offset. */
import type { Body, Clip } from 'poise';
import { type Attachment, createBody } from 'poise/dynamics';
import { referencePoseOfClip } from 'poise/io';

export interface Attached {
  readonly joint: number;
  readonly point: Float64Array; // [m] in the joint's frame
  readonly radius: number; // [m]
}

const NOBODY = 1e-9; // [kg]

/** The library knows which joint carries the weight and how its axes lie: of a body that weighs nothing but the weight, the
 *  weight's centre is the centre of the only segment with mass. Undefined where the rig has no such part. */
export function attachedTo(clip: Clip, body: Body, attachment: Attachment): Attached | undefined {
  const referencePose = referencePoseOfClip(clip, body.roles);
  try {
    const attachments = [{ ...attachment, mass: 1 }];
    const bare = createBody(clip.skeleton, body.roles, {
      mass: NOBODY,
      height: body.height,
      referencePose,
      attachments,
    });
    const joint = bare.mass.indexOf(Math.max(...bare.mass));
    return { joint, point: bare.comInSegment.slice(3 * joint, 3 * joint + 3), radius: attachment.radius ?? 0 };
  } catch {
    return undefined; // the body panel says in words what is wrong with it
  }
}
