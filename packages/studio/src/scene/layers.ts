/** Everything that can be laid over the person, in the order of the keys. To add one: one file in layers/, one line here. */
import type { SceneLayer } from './contract.ts';
import { angularMomentum } from './layers/angular-momentum.ts';
import { attachments } from './layers/attachments.ts';
import { capturePoint } from './layers/capture-point.ts';
import { com } from './layers/com.ts';
import { contacts } from './layers/contacts.ts';
import { footprints } from './layers/footprints.ts';
import { jointLimits } from './layers/joint-limits.ts';
import { levels } from './layers/levels.ts';
import { linearMomentum } from './layers/linear-momentum.ts';
import { pushLimits } from './layers/push-limits.ts';
import { pushes } from './layers/pushes.ts';
import { reaction } from './layers/reaction.ts';
import { skeleton } from './layers/skeleton.ts';
import { support } from './layers/support.ts';
import { trails } from './layers/trails.ts';
import { zmp } from './layers/zmp.ts';

export const layers: readonly SceneLayer[] = [
  com,
  zmp,
  support,
  reaction,
  linearMomentum,
  angularMomentum,
  capturePoint,
  contacts,
  jointLimits,
  skeleton,
  footprints,
  levels,
  pushes,
  pushLimits,
  attachments,
  trails,
];
