/** Whether a clip shows a gait that can be gone on with. */
import type { Body } from '../../body/body.ts';
import { gaitOfClip } from '../../gait/steps/gait-of-clip.ts';
import type { Clip } from '../../motion/clip.ts';

/** Why the clip's steps are no gait that can be gone on with; '' where they are. */
export function gaitErrorOf(body: Body, clip: Clip): string {
  const found = gaitOfClip(body, clip);
  return found.status === 'none' ? found.reason : '';
}
