/** A stretch of measured motion → Response: placed, estimated, labelled. Captured and generated clips come this way alike. */
import type { Ground } from '../../balance/report.ts';
import type { Body } from '../../body/body.ts';
import { multiplyQuat, quatFromAxisAngle, rotate3 } from '../../math/quat.ts';
import { type Clip, createClip } from '../../motion/clip.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import { type ClassifyOptions, classify } from './classify.ts';
import {
  alongPeak,
  earlyImpulse,
  findOnset,
  momentumInHeading,
  paperImpulse,
  recoverableMomentum,
} from './estimate.ts';
import { type Measured, measure } from './measure.ts';
import type { ImpulseEstimates, Provenance, PushTruth, Response, Strategy } from './response.ts';

export interface ResponseParts {
  readonly name: string;
  readonly start: number; // frames of the measured clip, both included
  readonly end: number;
  readonly truth?: PushTruth;
  readonly provenance: Provenance;
  readonly classify?: Partial<ClassifyOptions>;
}

/** The response in frames start … end of a measured clip. */
export function buildResponse(measured: Measured, parts: ResponseParts): Response {
  const { start, end, truth } = parts;
  const { report, contacts, body } = measured;
  const { frameTime } = report;
  const momentum = momentumInHeading(report, start, end);
  const label = classify(measured, start, end, parts.classify);
  const detected = findOnset(momentum, frameTime);
  const estimates: ImpulseEstimates = {
    ...(truth && { truth: { radius: Math.hypot(...truth.impulse), angle: truth.direction } }),
    early: earlyImpulse(momentum, detected, frameTime),
    paper: paperImpulse(momentum, comInHeading(measured, start, end), label.strategy === 'step'),
  };
  const index = estimates.truth ?? estimates.early;
  const onset = truth ? Math.min(end - start, Math.max(0, Math.round(truth.t0 / frameTime))) : detected;
  const peak = alongPeak(momentum, index.angle, onset).frame;
  return {
    name: parts.name,
    clip: placeClip(measured, start, end, parts.name),
    mass: body.totalMass,
    legLength: legLengthOf(body),
    contacts: [contacts[0].slice(start, end + 1), contacts[1].slice(start, end + 1)],
    onset,
    peak,
    truth,
    estimates,
    ...label,
    recoverable: recoverableMomentum(momentum, index, peak),
    mirrored: false,
    derived: false,
    provenance: parts.provenance,
  };
}

/** A whole clip that is one response, as the performer makes them: quiet, one push, quiet again, on level ground.
 *
 * ```ts
 * const response = responseOf(body, clip, { name: 'step 30 N·s 0°', truth, provenance });
 * ```
 */
export function responseOf(
  body: Body,
  clip: Clip,
  parts: Omit<ResponseParts, 'start' | 'end'>,
  ground?: Ground,
): Response {
  return buildResponse(measure(body, clip, ground), { ...parts, start: 0, end: clip.frameCount - 1 });
}

/** The same response under another label, given by a person. */
export function relabel(response: Response, strategy: Strategy): Response {
  const note = [response.provenance.note, 'relabelled by hand'].filter((text) => text !== '').join('; ');
  return { ...response, strategy, provenance: { ...response.provenance, note } };
}

/** Hip to ankle along the bones, mean of both sides [m]. */
export function legLengthOf({ skeleton, roles }: Body): number {
  const length = (joint: number | undefined, top: number | undefined): number => {
    let sum = 0;
    for (let j = joint ?? 0; j > (top ?? 0); j = skeleton.parents[j]) {
      sum += Math.hypot(skeleton.offsets[3 * j], skeleton.offsets[3 * j + 1], skeleton.offsets[3 * j + 2]);
    }
    return sum;
  };
  return (length(roles.leftFoot, roles.leftUpperLeg) + length(roles.rightFoot, roles.rightUpperLeg)) / 2;
}

function comInHeading({ report }: Measured, start: number, end: number): Float64Array {
  const [fx, fz] = [report.forward[2 * start], report.forward[2 * start + 1]];
  const out = new Float64Array(2 * (end - start + 1));
  for (let frame = start; frame <= end; frame++) {
    const [x, z] = [report.com[3 * frame], report.com[3 * frame + 2]];
    out[2 * (frame - start)] = x * fz - z * fx;
    out[2 * (frame - start) + 1] = x * fx + z * fz;
  }
  return out;
}

/** Frames start … end, turned to face +Z in the first one, with the middle of the ankles over the origin and the floor at 0. */
function placeClip({ clip, report, ankles }: Measured, start: number, end: number, name: string): Clip {
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice(start * nq, (end + 1) * nq);
  const turn = new Float64Array(4);
  quatFromAxisAngle(turn, 0, 0, 1, 0, -Math.atan2(report.forward[2 * start], report.forward[2 * start + 1]));
  const middle = [0, 1, 2].map((k) => (ankles[0][3 * start + k] + ankles[1][3 * start + k]) / 2);
  const { height, normal } = report.ground;
  const floor = height - (normal[0] * middle[0] + normal[2] * middle[2]) / normal[1];
  const place = new Float64Array(3);
  for (let o = 0; o < q.length; o += nq) {
    place[0] = q[o] - middle[0];
    place[1] = q[o + 1] - floor;
    place[2] = q[o + 2] - middle[2];
    rotate3(q, o, turn, 0, place, 0);
    multiplyQuat(q, o + 3, turn, 0, q, o + 3);
  }
  return createClip({ name, skeleton: clip.skeleton, roles: clip.roles, frameTime: clip.frameTime, q });
}
