/**
 * Clip → BalanceReport: everything that is judged goes through here.
 *
 * trace (kinematics) → ground → level frame → contacts → support → forces and ZMP → margin, its error, imbalance.
 */
import type { Body } from '../body/body.ts';
import { GRAVITY } from '../dynamics/wrench.ts';
import { UsageError } from '../errors.ts';
import { withDefaults } from '../math/options.ts';
import type { Clip } from '../motion/clip.ts';
import { smoothCentroidal } from './centroidal.ts';
import { CONTACT_DEFAULTS, type ContactOptions, carryingFloor, type FootContacts, findContacts } from './contacts.ts';
import { chooseCutoff, isSoft, SOFT_BODY, type Softness } from './cutoff.ts';
import { externalWrench } from './external.ts';
import type { ForceTrack } from './force-track.ts';
import { fitGround } from './ground.ts';
import { judgeFrames } from './judge-frames.ts';
import { levelFrameOf, levelTrace, levelWrench, toWorld } from './level.ts';
import { contactLoads } from './loads.ts';
import { addNeededContacts } from './needed-contacts.ts';
import { findPartContacts, partReports } from './parts.ts';
import { createGroundLookup } from './patches.ts';
import { findPhases, touchesAt } from './phases.ts';
import { type BalanceReport, type FootReport, type Ground, SUPPORT_PHASES } from './report.ts';
import { jitterOf, summarise } from './summary.ts';
import { supportPolygons } from './support.ts';
import { type InertiaModel, traceClip } from './trace.ts';
import { groundReaction } from './zmp.ts';

export interface AnalyseOptions {
  readonly external: readonly ForceTrack[]; // known pushes and loads
  readonly inertia: InertiaModel; // 'point-mass' is [Tak00] as printed
  readonly softness: Softness; // auto: captured bodies are soft; none: the body is rigid, as in a simulation
  readonly cutoff: number | 'auto'; // [Hz] low-pass before differentiating; Infinity: none
  readonly ground: Ground | 'fit'; // a known floor, or find it under the feet
  readonly contacts: Partial<ContactOptions>;
  /** Called with the share done, 0…1; throw from it to cancel. */
  readonly onProgress?: (done: number) => void;
}

export const ANALYSE_DEFAULTS: AnalyseOptions = {
  external: [],
  inertia: 'full',
  softness: 'auto',
  cutoff: 'auto',
  ground: 'fit',
  contacts: {},
};

/** Downward acceleration, over gravity, below which the body is carried by something. */
const NEEDS = 0.5;

/** Judges a clip. `body` must be built on the clip's skeleton (`fitBody(clip)` does that).
 *
 * ```ts
 * const report = analyse(fitBody(clip), clip);
 * console.log(report.summary.imbalance, 'm off balance at frame', report.summary.imbalanceFrame);
 * ```
 */
export function analyse(body: Body, clip: Clip, options: Partial<AnalyseOptions> = {}): BalanceReport {
  const settings = withDefaults('analyse', ANALYSE_DEFAULTS, options, ['onProgress']);
  if (body.skeleton.names.length !== clip.skeleton.names.length) {
    throw new UsageError(
      `the body has ${body.skeleton.names.length} joints, the clip ${clip.skeleton.names.length}: build the body from this clip`,
    );
  }
  const trace = traceClip(body, clip, settings);
  const ground = settings.ground === 'fit' ? fitGround(body, clip, trace).ground : settings.ground;
  const level = levelFrameOf(ground);
  levelTrace(trace, level);
  const [beltX, , beltZ] = ground.beltVelocity;
  const toes = clip.provenance === 'performed' ? 'exact' : 'give-way';
  const contactOptions = { ...CONTACT_DEFAULTS, toes, ...settings.contacts } as const;
  const lookup = ground.kind === 'uneven' ? createGroundLookup(ground.patches) : undefined;
  const contacts = findContacts(body, trace, beltX, beltZ, contactOptions, lookup);

  // Forces: captures are smoothed before they are differentiated twice.
  const cutoff = settings.cutoff === 'auto' ? chooseCutoff(clip, settings.softness) : settings.cutoff;
  const motion = smoothCentroidal(trace, cutoff);
  if (settings.external.length === 0) addNeededContacts(contacts, motion.acceleration, clip.frameTime);
  const floor = Float64Array.from({ length: clip.frameCount }, (_, frame) => carryingFloor(contacts, frame));
  const isFootless = (frame: number): boolean => !touchesAt(contacts[0], frame) && !touchesAt(contacts[1], frame);
  const parts = findPartContacts(
    body,
    trace,
    [beltX, beltZ],
    (frame, x, y, z) => {
      const known = lookup?.(x, y, z) ?? Number.NaN;
      return Number.isNaN(known) ? floor[frame] : known;
    },
    (frame) => isFootless(frame) && motion.acceleration[3 * frame + 1] > -NEEDS * GRAVITY,
  );
  const support = supportPolygons(body, trace, contacts, { parts });
  const phase = findPhases(body, trace, contacts, parts);
  const external = externalWrench(body, clip, settings.external);
  if (external) levelWrench(external, level);
  const spin = isSoft(clip, settings.softness) ? SOFT_BODY.share : 1;
  const reaction = groundReaction(body, motion, external, floor, spin);
  blankFlight(reaction.zmp, phase);
  const loads = contactLoads(body, trace, contacts, parts, reaction);
  const verdict = judgeFrames({ body, trace, contacts, parts, support, phase, motion, reaction });
  const jitter = jitterOf(trace, motion.com);

  // Back to the world, in which the caller thinks.
  for (const points of [motion.com, reaction.zmp, reaction.capturePoint]) toWorld(points, level, 'points');
  const vectors = [motion.velocity, motion.acceleration, motion.angularMomentum, motion.angularMomentumRate];
  for (const rows of [...vectors, reaction.force, verdict.imbalance]) toWorld(rows, level, 'vectors');
  const time = Float64Array.from({ length: clip.frameCount }, (_, frame) => frame * clip.frameTime);
  const report = {
    frameCount: clip.frameCount,
    frameTime: clip.frameTime,
    time,
    mass: body.totalMass,
    height: body.height,
    ground,
    cutoff,
    com: motion.com,
    comVelocity: motion.velocity,
    comAcceleration: motion.acceleration,
    linearMomentum: motion.velocity.map((component) => body.totalMass * component),
    angularMomentum: motion.angularMomentum,
    angularMomentumRate: motion.angularMomentumRate,
    grf: reaction.force,
    zmp: reaction.zmp,
    capturePoint: reaction.capturePoint,
    forward: trace.forward,
    phase,
    feet: [
      footReport('left', contacts[0], trace.ankles[0], loads.feet[0]),
      footReport('right', contacts[1], trace.ankles[1], loads.feet[1]),
    ] as const,
    parts: partReports(parts, loads.parts),
    supportStart: support.start,
    supportPoints: support.points,
    ...verdict,
  };
  settings.onProgress?.(1);
  return { ...report, summary: summarise(report, jitter) };
}

/** In flight the ground gives nothing, whatever smoothing smears into it from landings: there is no ZMP. */
function blankFlight(zmp: Float64Array, phase: Uint8Array): void {
  const flight = SUPPORT_PHASES.indexOf('flight');
  for (let frame = 0; frame < phase.length; frame++) {
    if (phase[frame] === flight) zmp.fill(Number.NaN, 3 * frame, 3 * frame + 3);
  }
}

function footReport(
  side: 'left' | 'right',
  contacts: FootContacts,
  ankle: Float64Array,
  load: Float64Array,
): FootReport {
  const frames = contacts.touches.length / 3;
  const pick = (part: number): Uint8Array =>
    Uint8Array.from({ length: frames }, (_, f) => contacts.touches[3 * f + part]);
  const clearance = new Float64Array(frames);
  const skate = new Float64Array(frames);
  const skateVelocity = new Float64Array(2 * frames);
  for (let frame = 0; frame < frames; frame++) {
    let lowest = Number.POSITIVE_INFINITY;
    let slowest = -1;
    for (let part = 0; part < 3; part++) {
      const i = 3 * frame + part;
      lowest = Math.min(lowest, contacts.height[i]);
      // The slowest touching part tells: a rolling foot moves everywhere but where it stands.
      if (contacts.touches[i] && (slowest < 0 || contacts.speed[i] < contacts.speed[slowest])) slowest = i;
    }
    clearance[frame] = lowest;
    skate[frame] = slowest < 0 ? Number.NaN : contacts.speed[slowest];
    skateVelocity[2 * frame] = slowest < 0 ? Number.NaN : contacts.velocity[2 * slowest];
    skateVelocity[2 * frame + 1] = slowest < 0 ? Number.NaN : contacts.velocity[2 * slowest + 1];
  }
  return { side, heel: pick(0), ball: pick(1), toe: pick(2), clearance, skate, skateVelocity, ankle, load };
}
