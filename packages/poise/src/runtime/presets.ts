/** Hits by name: how strong, how long, and where, for a person of 75 kg; others get the share of their mass. */
import type { Body } from '../body/body.ts';
import { UsageError } from '../errors.ts';
import { nearestName, refuseUnknown } from '../math/options.ts';
import type { Vec3 } from '../math/types.ts';
import type { Role } from '../motion/roles.ts';
import type { Hit } from './events.ts';
import { toVec3 } from './vector-like.ts';

interface Preset {
  readonly impulse: number; // [N·s]
  readonly duration: number; // [s]
  readonly bone: Role;
}

/**
 * punch: straight punches of boxers, 15 to 30 N·s within 15 to 25 ms. shove: two hands against the chest. bullet: 9 mm, 8 g at 360 m/s.
 * explosion: the blast of a grenade some metres away, on the whole front. tackle: 80 kg at 4 m/s, a third of it passed on at the hips.
 */
export const HIT_PRESETS = {
  punch: { impulse: 20, duration: 0.02, bone: 'head' },
  shove: { impulse: 30, duration: 0.25, bone: 'chest' },
  bullet: { impulse: 3, duration: 0.003, bone: 'chest' },
  explosion: { impulse: 60, duration: 0.01, bone: 'chest' },
  tackle: { impulse: 110, duration: 0.3, bone: 'hips' },
} as const satisfies Readonly<Record<string, Preset>>;

export type HitPreset = keyof typeof HIT_PRESETS;

const USUAL_MASS = 75; // [kg]
const HIT_OPTIONS = ['impulse', 'preset', 'direction', 'strength', 'bone', 'point', 'duration'] as const;

/** A hit with its numbers. Throws UsageError for one that says too little, too much, or something that is not known. */
export function resolveHit(
  hit: Hit,
  body: Body,
): { readonly impulse: Vec3 } & Pick<Hit, 'bone' | 'point' | 'duration'> {
  if (typeof hit !== 'object' || hit === null) throw new UsageError(`hit: expected { bone, impulse }, found ${hit}`);
  refuseUnknown('a hit', hit, HIT_OPTIONS);
  const { bone, point, duration } = hit;
  const place = { ...(bone !== undefined && { bone }), ...(point !== undefined && { point }) };
  if (hit.preset === undefined) {
    if (hit.direction !== undefined || hit.strength !== undefined) {
      throw new UsageError('a hit with a direction or a strength needs a preset, such as preset: "punch"');
    }
    if (hit.impulse === undefined) throw new UsageError('a hit needs an impulse [N·s], or a preset with a direction');
    return { impulse: toVec3('impulse', hit.impulse), ...place, ...(duration !== undefined && { duration }) };
  }
  if (!Object.hasOwn(HIT_PRESETS, hit.preset)) {
    const known = Object.keys(HIT_PRESETS);
    throw new UsageError(
      `there is no preset "${hit.preset}"${nearestName(hit.preset, known)}: known are ${known.join(', ')}`,
    );
  }
  const preset = HIT_PRESETS[hit.preset];
  const usual = bone === undefined && point === undefined && body.roles[preset.bone] !== undefined;
  return {
    impulse: hit.impulse === undefined ? presetImpulse(hit, preset, body) : toVec3('impulse', hit.impulse),
    ...(usual ? { bone: preset.bone } : place),
    duration: duration ?? preset.duration,
  };
}

function presetImpulse({ direction, strength = 1 }: Hit, { impulse }: Preset, { totalMass }: Body): Vec3 {
  if (direction === undefined) throw new UsageError('a preset needs a direction (or an impulse): where it pushes to');
  if (!(strength > 0 && strength < Infinity)) throw new UsageError(`strength: expected more than 0, found ${strength}`);
  const [x, y, z] = toVec3('direction', direction);
  const length = Math.hypot(x, y, z);
  if (!(length > 0)) throw new UsageError('direction: expected a vector that is longer than 0');
  const size = (strength * impulse * totalMass) / (USUAL_MASS * length);
  return [size * x, size * y, size * z];
}
