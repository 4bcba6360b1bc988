import { RigError, UsageError } from '../errors.ts';
import { withDefaults } from '../math/options.ts';
import { along, vectorAt } from '../math/tuple.ts';
import type { Vec3 } from '../math/types.ts';
import type { Clip } from '../motion/clip.ts';
import { referencePoseOf, referencePoseOfClip } from '../motion/reference-pose.ts';
import { jointOf } from '../motion/role-joints.ts';
import { ROLES, type Role, type RoleMap } from '../motion/roles.ts';
import { coordinateCount, jointNamed, type Skeleton } from '../motion/skeleton.ts';
import type { Body } from './body.ts';
import { findLandmarks, type Landmarks } from './landmarks.ts';
import { buildLimits } from './limits.ts';
import { type Lump, sumLumps } from './lumps.ts';
import { type Attachment, BODY_DEFAULTS, type BodyOptions } from './options.ts';
import { headEnds, segmentLumps, tableOf } from './segments.ts';
import { buildShapes } from './shapes.ts';
import { buildSoles } from './soles.ts';
import { TAK2000_MASS } from './tables.ts';

const UP: Vec3 = [0, 1, 0];

/** Body mass index of the default body mass, mid of the healthy range 18.5-25 [kg/m²]. */
const DEFAULT_BMI = 22.5;

/** Giants of games are welcome; beyond these a number is a mistake. [kg], [m], times the foot's size. */
const HEAVIEST = 1e6;
const TALLEST = 1000;
const LARGEST_SOLE = 100;

/** A person's body on a skeleton.
 *
 * ```ts
 * const body = createBody(clip.skeleton, roles, { height: 1.8, mass: 80, sex: 'male' }); // [m], [kg]
 * ```
 */
export function createBody(skeleton: Skeleton, roles: RoleMap, options: Partial<BodyOptions> = {}): Body {
  const settings = withDefaults('a body', BODY_DEFAULTS, options);
  checkOptions(skeleton, settings);
  const pose = settings.referencePose ?? referencePoseOf(skeleton, roles);
  const marks = findLandmarks(skeleton, roles, pose, settings.height);
  const bodyMass = settings.mass ?? (settings.table === 'tak2000' ? TAK2000_MASS : DEFAULT_BMI * marks.height ** 2);
  const { soles, feet } = buildSoles(skeleton, roles, marks, settings);
  const table = tableOf(settings, marks);
  const shares = segmentLumps(skeleton, roles, marks, table, feet);
  const lumps = [
    ...scaledTo(bodyMass, shares),
    ...settings.attachments.map((attachment) => attachedLump(skeleton, roles, marks, attachment)),
  ];
  const arrays = sumLumps(lumps, marks.frames);
  return {
    skeleton,
    roles,
    table: settings.table,
    totalMass: bodyMass + settings.attachments.reduce((sum, { mass }) => sum + mass, 0),
    height: marks.height,
    ...arrays,
    soles,
    limits: buildLimits(skeleton, roles, marks),
    shapes: buildShapes(roles, marks, headEnds(skeleton, roles, marks, table), feet),
  };
}

/** The body of the person in a clip. Throws RigError with the reason where nobody was found. */
export function bodyOf(clip: Clip, options: Partial<BodyOptions> = {}): Body {
  if (clip.roles.status !== 'humanoid') throw new RigError(clip.roles.reason);
  const { roles } = clip.roles;
  const referencePose = options.referencePose ?? referencePoseOfClip(clip, roles);
  return createBody(clip.skeleton, roles, { ...options, referencePose });
}

function checkOptions(skeleton: Skeleton, options: BodyOptions): void {
  for (const [name, value, most, unit] of [
    ['mass', options.mass, HEAVIEST, ' of kilograms'],
    ['height', options.height, TALLEST, ' of metres'],
    ['soleScale', options.soleScale, LARGEST_SOLE, ''],
  ] as const) {
    if (value !== undefined && !(value > 0 && value <= most)) {
      throw new UsageError(`${name} must be a positive number${unit}, up to ${most}, found ${value}`);
    }
  }
  const pose = options.referencePose;
  if (pose && pose.length !== coordinateCount(skeleton)) {
    throw new UsageError(`the reference pose needs ${coordinateCount(skeleton)} coordinates, found ${pose.length}`);
  }
}

/** Shares of body mass → kilograms that add up to bodyMass. */
function scaledTo(bodyMass: number, lumps: readonly Lump[]): Lump[] {
  const factor = bodyMass / lumps.reduce((sum, lump) => sum + lump.mass, 0);
  return lumps.map((lump) => {
    const [xx, yy, zz, xy, xz, yz] = lump.inertia.map((value) => factor * value);
    return { ...lump, mass: factor * lump.mass, inertia: [xx, yy, zz, xy, xz, yz] };
  });
}

function attachedLump(skeleton: Skeleton, roles: RoleMap, marks: Landmarks, attachment: Attachment): Lump {
  const isRole = (ROLES as readonly string[]).includes(attachment.to);
  const joint = isRole ? jointOf(roles, attachment.to as Role) : jointNamed(skeleton, attachment.to);
  if (joint < 0) throw new UsageError(`attachment: expected a role or a joint name, found "${attachment.to}"`);
  if (!(attachment.mass >= 0 && Number.isFinite(attachment.mass))) {
    throw new UsageError(`attachment to "${attachment.to}": expected a mass in kilograms, found ${attachment.mass}`);
  }
  const origin = vectorAt(marks.frames.origins, 3 * joint);
  const [x, y, z] = attachment.offset;
  const moment = 0.4 * attachment.mass * (attachment.radius ?? 0) ** 2; // solid ball
  return {
    joint,
    mass: attachment.mass,
    centre: along(along(along(origin, marks.left, x), UP, y), marks.forward, z),
    inertia: [moment, moment, moment, 0, 0, 0],
  };
}
