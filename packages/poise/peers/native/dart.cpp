// DART: the same body from free and ball joints.
#include <dart/dart.hpp>
#include "peer.h"

using namespace dart::dynamics;

int main(int, char** argv) {
  const Scene scene = readScene(argv[1]);
  const std::size_t n = scene.joints.size();
  const SkeletonPtr skeleton = Skeleton::create("person");
  skeleton->setGravity(Eigen::Vector3d(0, -9.81, 0));
  std::vector<BodyNode*> nodes;
  for (const ::Joint& joint : scene.joints) {
    const double* m = joint.inertia;
    BodyNode::Properties properties;
    properties.mInertia = Inertia(joint.mass, Eigen::Vector3d(joint.com[0], joint.com[1], joint.com[2]),
                                  (Eigen::Matrix3d() << m[0], m[3], m[4], m[3], m[1], m[5], m[4], m[5], m[2]).finished());
    if (joint.parent < 0) {
      nodes.push_back(skeleton->createJointAndBodyNodePair<FreeJoint>(nullptr, FreeJoint::Properties(), properties).second);
      continue;
    }
    BallJoint::Properties ball;
    ball.mT_ParentBodyToJoint.translation() = Eigen::Vector3d(joint.offset[0], joint.offset[1], joint.offset[2]);
    nodes.push_back(skeleton->createJointAndBodyNodePair<BallJoint>(nodes[joint.parent], ball, properties).second);
  }
  std::vector<Eigen::VectorXd> q, v, a;
  for (const ::State& s : scene.states) {
    Eigen::VectorXd position(skeleton->getNumDofs()), velocity(position), acceleration(position);
    for (std::size_t i = 0; i < n; i++) {
      const double* x = &s.q[3 + 4 * i];
      const Eigen::Matrix3d turn = Eigen::Quaterniond(x[3], x[0], x[1], x[2]).normalized().toRotationMatrix();
      const std::size_t o = nodes[i]->getParentJoint()->getIndexInSkeleton(0);
      const Eigen::Map<const Eigen::Vector3d> w(&s.v[3 + 3 * i]), dw(&s.a[3 + 3 * i]);
      velocity.segment<3>(o) = w;
      acceleration.segment<3>(o) = dw;
      if (i > 0) {
        position.segment<3>(o) = BallJoint::convertToPositions(turn);
        continue;
      }
      // DART's free joint moves by a twist in the body's frame
      Eigen::Isometry3d root = Eigen::Isometry3d::Identity();
      root.linear() = turn;
      root.translation() = Eigen::Map<const Eigen::Vector3d>(s.q.data());
      const Eigen::Vector3d linear = turn.transpose() * Eigen::Map<const Eigen::Vector3d>(s.v.data());
      position.segment<6>(o) = FreeJoint::convertToPositions(root);
      velocity.segment<3>(o + 3) = linear;
      acceleration.segment<3>(o + 3) = turn.transpose() * Eigen::Map<const Eigen::Vector3d>(s.a.data()) - w.cross(linear);
    }
    q.push_back(position);
    v.push_back(velocity);
    a.push_back(acceleration);
  }
  Eigen::Vector3d com;
  double trace = 0;
  const auto kinematics = [&](std::size_t k) {
    skeleton->setPositions(q[k]);
    com = skeleton->getCOM();
  };
  const auto inverse = [&](std::size_t k) {
    skeleton->setPositions(q[k]);
    skeleton->setVelocities(v[k]);
    skeleton->setAccelerations(a[k]);
    skeleton->computeInverseDynamics();
  };
  const auto mass = [&](std::size_t k) {
    skeleton->setPositions(q[k]);
    trace = skeleton->getMassMatrix().trace();
  };
  Agreement x{};
  kinematics(0);
  for (int c = 0; c < 3; c++) x.com[c] = com[c];
  inverse(0);
  const Eigen::VectorXd tau = skeleton->getForces();
  x.rootForce = tau.segment<3>(3).norm();
  x.jointTorque = tau.tail(tau.size() - 6).norm();
  mass(0);
  x.massTrace = trace;
  const std::size_t m = scene.states.size();
  report(DART_VERSION, x, timed(m, kinematics), timed(m, inverse), timed(m, mass));
}
