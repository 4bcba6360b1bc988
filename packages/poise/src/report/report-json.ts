/** A BalanceReport as `analyse --json` prints it; docs/cli.md describes the shape. */
import type { Finding } from '../balance/finding.ts';
import { type BalanceReport, phaseAt } from '../balance/report.ts';
import { verdictOf } from '../balance/verdict.ts';
import type { Body } from '../body/body.ts';
import type { Clip } from '../motion/clip.ts';
import { frameRate } from '../motion/clip.ts';
import { describeClip } from './describe-clip.ts';
import { tidy, tidyList, tidyVectors } from './json.ts';

/** Everything that was found out about a clip, as plain data; `brief`: without the series per frame. */
export function reportJson(
  file: string,
  clip: Clip,
  { body, report, findings }: { body: Body; report: BalanceReport; findings: readonly Finding[] },
  { brief = false }: { readonly brief?: boolean } = {},
) {
  const { roles, rig, animation, duration, notes } = describeClip(clip);
  return {
    file,
    animation,
    frames: report.frameCount,
    fps: tidy(frameRate(clip)),
    duration,
    mass: tidy(report.mass),
    height: tidy(report.height),
    table: body.table,
    rig,
    roles,
    ground: report.ground,
    cutoff: tidy(report.cutoff), // [Hz]; null: no filter was needed
    summary: Object.fromEntries(Object.entries(report.summary).map(([key, value]) => [key, tidy(value)])),
    verdict: verdictOf(report, findings),
    findings,
    notes,
    ...(!brief && { series: seriesJson(report) }),
  };
}

function seriesJson(report: BalanceReport) {
  const frames = Array.from({ length: report.frameCount }, (_, frame) => frame);
  const [left, right] = report.feet;
  return {
    time: tidyList(report.time),
    com: tidyVectors(report.com),
    comVelocity: tidyVectors(report.comVelocity),
    zmp: tidyVectors(report.zmp),
    capturePoint: tidyVectors(report.capturePoint),
    margin: tidyList(report.margin),
    marginDeviation: tidyList(report.marginDeviation),
    judged: Array.from(report.judged),
    linearMomentum: tidyVectors(report.linearMomentum),
    angularMomentum: tidyVectors(report.angularMomentum),
    angularMomentumRate: tidyVectors(report.angularMomentumRate),
    support: frames.map((frame) => phaseAt(report, frame)),
    supportPolygon: frames.map((frame) => polygonAt(report, frame)),
    contacts: {
      leftHeel: Array.from(left.heel),
      leftBall: Array.from(left.ball),
      leftToe: Array.from(left.toe),
      rightHeel: Array.from(right.heel),
      rightBall: Array.from(right.ball),
      rightToe: Array.from(right.toe),
    },
    leftClearance: tidyList(left.clearance),
    rightClearance: tidyList(right.clearance),
    leftSkate: tidyList(left.skate),
    rightSkate: tidyList(right.skate),
    grf: tidyVectors(report.grf),
    friction: tidyList(report.friction),
    unsupported: tidyList(report.unsupported),
    imbalance: tidyVectors(report.imbalance),
  };
}

/** Corners (x, z) of one frame's support, null in flight. */
function polygonAt(report: BalanceReport, frame: number): (number | null)[][] | null {
  const corners: (number | null)[][] = [];
  for (let i = report.supportStart[frame]; i < report.supportStart[frame + 1]; i++) {
    corners.push([tidy(report.supportPoints[2 * i]), tidy(report.supportPoints[2 * i + 1])]);
  }
  return corners.length > 0 ? corners : null;
}
