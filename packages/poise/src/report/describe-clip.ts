/** What a clip is, as plain data for --json and for people. */
import { type Clip, durationOf, frameRate } from '../motion/clip.ts';
import { REQUIRED_ROLES, ROLES, type RoleMap } from '../motion/roles.ts';
import { jointCount } from '../motion/skeleton.ts';
import { tidy } from './json.ts';

/** The name of a take, as its file calls it. */
export const takeName = (clip: Clip): string => clip.source?.animation || clip.name;

/** Joint name per role found. */
function roleNames(clip: Clip, roles: RoleMap): Readonly<Record<string, string>> {
  return Object.fromEntries(
    ROLES.filter((role) => roles[role] !== undefined).map((role) => [role, clip.skeleton.names[roles[role]!]!]),
  );
}

/** Roles without a joint; those that a person cannot do without first. */
export function missingRoles(roles: RoleMap): { required: readonly string[]; optional: readonly string[] } {
  const missing = ROLES.filter((role) => roles[role] === undefined);
  return {
    required: missing.filter((role) => REQUIRED_ROLES.includes(role)),
    optional: missing.filter((role) => !REQUIRED_ROLES.includes(role)),
  };
}

export function describeClip(clip: Clip) {
  const { roles, source } = clip;
  return {
    animation: takeName(clip),
    frames: clip.frameCount,
    fps: tidy(frameRate(clip)),
    duration: tidy(durationOf(clip)),
    joints: jointCount(clip.skeleton),
    jointNames: clip.skeleton.names,
    humanoid: roles.status === 'humanoid',
    refusal: roles.status === 'refused' ? roles.reason : null,
    rig: roles.status === 'humanoid' ? roles.rig : null,
    rolesFoundBy: roles.status === 'humanoid' ? roles.by : null,
    roles: roles.status === 'humanoid' ? roleNames(clip, roles.roles) : {},
    missingRoles: roles.status === 'humanoid' ? missingRoles(roles.roles) : null,
    metresPerUnit: source?.frame.metresPerUnit ?? null,
    worldFromFile: source?.frame.worldFromFile ?? null,
    groundHeight: source?.frame.groundHeight ?? null,
    referenceFrames: source ? source.referenceFrames.length / (3 + 4 * jointCount(clip.skeleton)) : 0,
    extraTracks: clip.extraTracks.map(({ name, kind }) => ({ name, kind })),
    notes: source?.notes ?? [],
  };
}
