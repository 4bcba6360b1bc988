/** From options to what every site is held to. */
import { levelFrameOf } from '../../balance/level.ts';
import { createGroundLookup } from '../../balance/patches.ts';
import type { BalanceReport } from '../../balance/report.ts';
import { SUPPORT_PHASES } from '../../balance/report.ts';
import type { Run } from '../../balance/rules/rule.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { UsageError } from '../../errors.ts';
import { transformPoint3 } from '../../math/mat3.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import { angleRanges, isWithin } from './angle-rows.ts';
import { spareBroken } from './broken.ts';
import type { MotionCurve } from './curve.ts';
import { anglesAtSite } from './curve.ts';
import { type ExternalLoads, externalLoads } from './external-loads.ts';
import { freedomsOfSegments, type Mechanism } from './freedoms.ts';
import type { BodyPoint, FilterOptions, StiffnessPart } from './options.ts';
import { planSites, type SitePlan } from './plan.ts';
import type { HeldPoint } from './pose-rows.ts';
import type { CeilingCourse, Demands, PinCourse } from './problem.ts';
import { placeRiders } from './problem.ts';
import { createSiteState, evaluateState } from './site.ts';
import { insideBy, nearestInside } from './support-edges.ts';

/** M_jj where nothing else is asked for: feet already hold the root and the legs. */
const USUAL: Readonly<Record<StiffnessPart, number>> = {
  root: 0.1,
  hip: 0.2,
  knee: 0.2,
  ankle: 0.2,
  waist: 1,
  chest: 1,
  neck: 1,
  shoulder: 1,
  elbow: 1,
};

const RESTING = 0.2; // [m/s] of the CoM

export function createDemands(
  curve: MotionCurve,
  report: BalanceReport,
  levelFloor: (frame: number) => number,
  options: FilterOptions,
  kept: readonly Run[] = [],
): Demands {
  const loads = externalLoads(curve.mechanism, options.analyse.external ?? [], levelFrameOf(report.ground));
  const wanted = planSites(curve, report, levelFloor, options);
  const courses = traceSites(curve, wanted, options, loads);
  const { plans, broken } = spareBroken(wanted, report, curve.angles.spacing);
  const ranges = angleRanges(curve, options.bounds);
  return {
    curve,
    plans,
    options,
    targets: courses.targets,
    firstPoseKept: courses.firstPoseKept && ranges.every((range) => isWithin(curve, range, 0)),
    ranges,
    ceilings: courses.ceilings,
    pins: courses.pins,
    freedomsOf: freedomsOfSegments(curve.mechanism),
    stiffness: stiffnessOf(curve.mechanism, options),
    loads,
    broken,
    kept: Uint8Array.from(plans, ({ frame }) =>
      kept.some(({ start, end }) => frame >= start && frame <= end) ? 1 : 0,
    ),
  };
}

function stiffnessOf(mechanism: Mechanism, { stiffness }: FilterOptions): Float64Array {
  const out = new Float64Array(mechanism.free).fill(stiffness.root ?? USUAL.root);
  for (const { role, part, first, free } of mechanism.joints) {
    const value = (role && stiffness[role]) ?? stiffness[part] ?? USUAL[part];
    out.fill(value, first, first + free);
  }
  return out;
}

/** One pass over the sites of the original: ZMP targets, heights under ceilings, places of pins. */
function traceSites(
  curve: MotionCurve,
  plans: readonly SitePlan[],
  options: FilterOptions,
  loads: ExternalLoads | undefined,
) {
  const { mechanism, angles } = curve;
  const state = createSiteState(mechanism, options.inertia === 'full' ? 1 : 0, loads);
  const sites = plans.length;
  const ceilings = options.ceilings.map((ceiling): CeilingCourse => {
    const { height } = ceiling;
    const at = typeof height === 'number' ? () => height : height;
    const heights = Float64Array.from(plans, ({ time }) => at(time));
    if (heights.some((value) => Number.isNaN(value))) throw new UsageError(`ceiling of ${ceiling.role}: height is NaN`);
    return { ...heldPoint(mechanism, ceiling), heights, original: new Float64Array(sites) };
  });
  const pins = options.pins.map((pin): PinCourse => {
    const { start = -Infinity, end = Infinity } = pin;
    const active = Uint8Array.from(plans, ({ time }) => (time >= start - 1e-9 && time <= end + 1e-9 ? 1 : 0));
    return { ...heldPoint(mechanism, pin), targets: new Float64Array(3 * sites), active };
  });
  const targets: (readonly [number, number] | undefined)[] = [];
  let firstPoseKept = true;
  plans.forEach((plan, k) => {
    placeRiders(state, curve, k);
    anglesAtSite(state.angles, state.rates, state.seconds, angles.coefficients, k, angles.spacing);
    evaluateState(mechanism, state);
    const zmp = zmpOf(state.wrench, plan.floor);
    targets.push(options.zmpMode === 'track' && plan.edges ? nearestInside(plan.edges, zmp[0], zmp[1]) : undefined);
    const point = new Float64Array(3);
    for (const ceiling of ceilings) ceiling.original[k] = placed(point, state.ws, ceiling)[1];
    pins.forEach((pin, i) => {
      pin.targets.set(options.pins[i].position ?? placed(point, state.ws, pin), 3 * k);
    });
    if (k > 0) return;
    // a first pose that breaks a demand by itself, standing still, cannot be kept
    const { com, comVelocity } = state.ws;
    const resting = Math.hypot(comVelocity[0], comVelocity[2]) < RESTING;
    const stands = !resting || !plan.edges || insideBy(plan.edges, com[0], com[2]) >= 0;
    const low = ceilings.every(({ original, heights }) => original[0] <= heights[0]);
    firstPoseKept = stands && low && options.pins.every(({ position }) => position === undefined);
  });
  return { targets, ceilings, pins, firstPoseKept };
}

/** ZMP (x, z) on the ground at height y0. */
export function zmpOf(wrench: Float64Array, y0: number): readonly [x: number, z: number] {
  return [(wrench[2] + y0 * wrench[3]) / wrench[4], (-wrench[0] + y0 * wrench[5]) / wrench[4]];
}

function placed(out: Float64Array, ws: Workspace, { segment, offset }: HeldPoint): Float64Array {
  transformPoint3(out, 0, ws.segmentOrigin, 3 * segment, ws.worldFromSegment, 9 * segment, offset, 0);
  return out;
}

/** The segment's end where the rig has one, else the joint. */
function heldPoint({ body }: Mechanism, { role, offset }: BodyPoint): HeldPoint {
  const segment = body.roles[role];
  if (segment === undefined) throw new UsageError(`this rig has no ${role}`);
  const end = body.skeleton.endSites.find((site) => site.joint === segment)?.offset;
  return { segment, offset: Float64Array.from(offset ?? end ?? [0, 0, 0]) };
}

/** Height of the ground that carries the body, per frame, seen from the level frame: of the patch under the touching soles on uneven ground,
 *  0 elsewhere. */
export function floorUnder(curve: MotionCurve, report: BalanceReport): (frame: number) => number {
  if (report.ground.kind !== 'uneven') return () => 0;
  const { body } = curve.mechanism;
  const nq = coordinateCount(body.skeleton);
  const ws = createWorkspace(body);
  const { spacing, siteCount } = curve.angles;
  const lookup = createGroundLookup(report.ground.patches);
  return (frame) => {
    const site = Math.min(siteCount - 1, Math.round((frame * report.frameTime) / spacing));
    forwardKinematics(body, ws, curve.q, site * nq);
    const phase = SUPPORT_PHASES[report.phase[frame]];
    const point = new Float64Array(3);
    const levels = body.soles.map((sole) => {
      const lowest = [0, Infinity, 0];
      for (let i = 0; i < sole.segments.length; i++) {
        const s = sole.segments[i];
        transformPoint3(point, 0, ws.segmentOrigin, 3 * s, ws.worldFromSegment, 9 * s, sole.points, 3 * i);
        if (point[1] < lowest[1]) lowest.splice(0, 3, ...point);
      }
      const [x, y, z] = lowest;
      const ground = lookup(x, y, z);
      return Number.isNaN(ground) ? y : ground;
    });
    if (phase === 'left') return levels[0];
    if (phase === 'right') return levels[1];
    return (levels[0] + levels[1]) / 2;
  };
}
