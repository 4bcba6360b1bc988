/** `poise/dynamics`: bodies, kinematics, momentum, forces, and the kernels beneath: free functions that write into what the caller owns. */
export { anatomicalAngles } from '../body/anatomical-angles.ts';
export type { ColumnLimits, JointLimits, Sole, SolePart } from '../body/body.ts';
export { bodyOf, createBody } from '../body/create-body.ts';
export { type MjcfOptions, toMjcf } from '../body/mjcf.ts';
export type { Attachment, SolePlane } from '../body/options.ts';
export { type BodyShape, SHAPE_PARTS, type ShapePart } from '../body/shapes.ts';
export { TABLE_NAMES, type TableName } from '../body/tables.ts';
export { tak2000Body, tak2000Skeleton } from '../body/tak2000.ts';
export { inverseDynamics, jointTorques } from '../dynamics/inverse-dynamics.ts';
export { comJacobian, pointJacobian, rotationJacobian } from '../dynamics/jacobians.ts';
export { forwardAcceleration, forwardKinematics, forwardVelocity } from '../dynamics/kinematics.ts';
export { massMatrix } from '../dynamics/mass-matrix.ts';
export { centroidalMomentumMatrix } from '../dynamics/momentum-matrix.ts';
export { centroidalMomentumBias, centroidalMomentumRateMatrix } from '../dynamics/momentum-rate.ts';
export { createWorkspace, type Workspace } from '../dynamics/workspace.ts';
export { GRAVITY, groundWrench } from '../dynamics/wrench.ts';
export type { WrenchDerivatives } from '../dynamics/wrench-column.ts';
export { createWrenchDerivatives, wrenchDerivatives } from '../dynamics/wrench-derivatives.ts';
// math: kernels on (array, offset), output first; quaternions are x y z w
export { wrapAngle } from '../math/angle.ts';
export { ease, smoothstep } from '../math/ease.ts';
export { convexHull, signedDistance } from '../math/polygon.ts';
export * from '../math/quat.ts';
export * from '../math/quat-mat3.ts';
export { createRng, normal, type Rng, uniform } from '../math/random.ts';
export { difference, integrate } from '../motion/coordinates.ts';
export {
  coordinateCount,
  type EndSite,
  freedomCount,
  jointCount,
  jointNamed,
  quatIndex,
  restPose,
  velocityIndex,
} from '../motion/skeleton.ts';
export { fitSpline, type MotionFit } from '../motion/smooth.ts';
// optim: solvers that know nothing of characters
export { findRoot, goldenSection, type RootOutcome, type ScalarOptions } from '../optim/find-root.ts';
export { createQp, type QpOutcome, type QpProblem, type QpStatus } from '../optim/qp.ts';
export { createQpScratch, type QpScratch, solveQp } from '../optim/solve-qp.ts';
