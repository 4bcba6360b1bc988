/** What a built-in motion is. To add one: one file in motions/, one line in index.ts, one row in docs/performer.md. */
import { UsageError } from '../errors.ts';
import { refuseUnknown } from '../math/options.ts';
import { type Clip, createClip } from '../motion/clip.ts';
import { resample } from '../motion/resample.ts';
import { type Actor, createActor } from './actor.ts';
import type { MannequinOptions } from './mannequin/skeleton.ts';
import { checkedValues, type Parameter, type ParameterValues } from './parameters.ts';
import { resampleLoop } from './resample-loop.ts';

export { checkedValues, type Parameter, type ParameterValues };

export interface Performance {
  readonly q: Float64Array; // frames × nq
  readonly frameTime: number; // [s]
  readonly travel?: readonly [x: number, z: number]; // [m] of one round of a loop; none unless told
}

/** A named way to ask for a motion: values, or another figure than the mannequin. */
export interface Preset {
  readonly id: string; // as on the command line: 'balanced'
  readonly text: string;
  readonly values: ParameterValues; // those that differ from the defaults
  readonly figure?: { readonly rig: string; readonly create: () => Actor }; // performs instead of the mannequin
}

export interface PerformerMotion {
  readonly id: string; // 'walk'
  readonly title: string;
  readonly text: string; // one sentence
  readonly loops: boolean; // the last frame leads on to the first, displaced by the travel
  readonly parameters: readonly Parameter[];
  readonly presets?: readonly Preset[];
  /** Is it meant to be possible? Raw motions that the balance filter mends are not. */
  readonly balanced: boolean;
  /** `fps`: the rate wished for; a motion may ignore it, its frames are then resampled. */
  readonly perform: (actor: Actor, values: ParameterValues, fps?: number) => Performance;
}

export interface PerformOptions {
  readonly body: Partial<MannequinOptions>;
  readonly values: ParameterValues; // by parameter name; the preset's, then defaults for the rest
  readonly preset: string;
  readonly fps: number; // frames a second; as performed, mostly 60, unless told
}

/** Performs a motion. The clip carries roles and name; same options, same bytes.
 *
 * ```ts
 * const clip = perform(motionNamed('walk'), { values: { speed: 1.3 } });
 * ```
 */
export function perform(motion: PerformerMotion, options: Partial<PerformOptions> = {}): Clip {
  refuseUnknown('perform', options, ['preset', 'body', 'fps', 'values']);
  const preset = options.preset === undefined ? undefined : presetNamed(motion, options.preset);
  const actor = actorFor(motion, options);
  const { fps } = options;
  if (fps !== undefined && !(fps >= 1 && fps <= 1000)) {
    throw new UsageError(`${motion.id}: frames a second must lie in 1…1000, found ${fps}`);
  }
  const values = checkedValues(motion, { ...preset?.values, ...options.values });
  const { q, frameTime, travel = [0, 0] } = motion.perform(actor, values, fps);
  const clip = createClip({
    name: motion.id,
    skeleton: actor.skeleton,
    roles: { status: 'humanoid', roles: actor.roles, by: 'map', rig: preset?.figure?.rig ?? 'Poise mannequin' },
    frameTime,
    q,
    provenance: 'performed',
    floor: 'stated',
  });
  const asPerformed = fps === undefined || Math.abs(frameTime * fps - 1) < 1e-9;
  if (asPerformed) return clip;
  return motion.loops ? resampleLoop(clip, fps, travel) : resample(clip, 1 / fps, { method: 'spline' });
}

/** The performer: the mannequin as asked for, or the preset's own figure. */
export function actorFor(motion: PerformerMotion, { preset, body = {} }: Partial<PerformOptions>): Actor {
  const figure = preset === undefined ? undefined : presetNamed(motion, preset).figure;
  if (!figure) return createActor(body);
  if (Object.keys(body).length > 0) {
    throw new UsageError(`${motion.id}: the preset ${preset} has its own figure; height, mass and sex do not apply`);
  }
  return figure.create();
}

/** A preset of a motion. Throws UsageError naming those there are. */
export function presetNamed(motion: PerformerMotion, id: string): Preset {
  const found = motion.presets?.find((preset) => preset.id === id);
  if (found) return found;
  const known = motion.presets?.map((preset) => preset.id).join(', ') || 'none';
  throw new UsageError(`${motion.id} has no preset "${id}"; it has: ${known}`);
}
