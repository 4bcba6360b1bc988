// Simbody: the same body from free and ball mobilizers.
#include <SimTKsimbody.h>
#include "peer.h"

using namespace SimTK;

int main(int, char** argv) {
  const Scene scene = readScene(argv[1]);
  MultibodySystem system;
  SimbodyMatterSubsystem matter(system);
  std::vector<MobilizedBody> bodies;
  for (const ::Joint& joint : scene.joints) {
    const double* m = joint.inertia;
    const Vec3 com(joint.com[0], joint.com[1], joint.com[2]);
    const Inertia central(m[0], m[1], m[2], m[3], m[4], m[5]);
    const MassProperties mass(joint.mass, com, central.shiftFromMassCenter(-com, joint.mass));
    if (joint.parent < 0) {
      bodies.push_back(MobilizedBody::Free(matter.Ground(), Transform(), Body::Rigid(mass), Transform()));
      continue;
    }
    const Transform place(Vec3(joint.offset[0], joint.offset[1], joint.offset[2]));
    bodies.push_back(MobilizedBody::Ball(bodies[joint.parent], place, Body::Rigid(mass), Transform()));
  }
  system.realizeTopology();
  SimTK::State state = system.getDefaultState();
  system.realizeModel(state);
  std::vector<Vector> q, u, udot;
  for (const ::State& s : scene.states) {
    Vector speeds(matter.getNumMobilities()), rates(matter.getNumMobilities());
    for (std::size_t i = 0; i < bodies.size(); i++) {
      const double* x = &s.q[3 + 4 * i];
      const Rotation turn(Quaternion(Vec4(x[3], x[0], x[1], x[2])));
      bodies[i].setQToFitTransform(state, Transform(turn, i == 0 ? Vec3(s.q[0], s.q[1], s.q[2]) : Vec3(0)));
      // Simbody's angular velocities are in the parent's frame
      const Vec3 w = turn * Vec3(s.v[3 + 3 * i], s.v[4 + 3 * i], s.v[5 + 3 * i]);
      const Vec3 dw = turn * Vec3(s.a[3 + 3 * i], s.a[4 + 3 * i], s.a[5 + 3 * i]);
      const int o = bodies[i].getFirstUIndex(state);
      for (int c = 0; c < 3; c++) {
        speeds[o + c] = w[c];
        rates[o + c] = dw[c];
        if (i == 0) speeds[o + 3 + c] = s.v[c], rates[o + 3 + c] = s.a[c];
      }
    }
    q.push_back(state.getQ());
    u.push_back(speeds);
    udot.push_back(rates);
  }
  Vec3 com;
  Vector tau;
  Matrix dense;
  Vector_<SpatialVec> weight(matter.getNumBodies());
  const Vector none(matter.getNumMobilities(), 0.0);
  const auto kinematics = [&](std::size_t k) {
    state.updQ() = q[k];
    system.realize(state, Stage::Position);
    com = matter.calcSystemMassCenterLocationInGround(state);
  };
  const auto inverse = [&](std::size_t k) {
    state.updQ() = q[k];
    state.updU() = u[k];
    system.realize(state, Stage::Velocity);
    weight.setToZero();
    for (const MobilizedBody& body : bodies) {
      const MassProperties& m = body.getBodyMassProperties(state);
      body.applyForceToBodyPoint(state, m.getMassCenter(), Vec3(0, -9.81 * m.getMass(), 0), weight);
    }
    matter.calcResidualForceIgnoringConstraints(state, none, weight, udot[k], tau);
  };
  const auto mass = [&](std::size_t k) {
    state.updQ() = q[k];
    system.realize(state, Stage::Position);
    matter.calcM(state, dense);
  };
  Agreement x{};
  kinematics(0);
  for (int c = 0; c < 3; c++) x.com[c] = com[c];
  inverse(0);
  const int root = bodies[0].getFirstUIndex(state);
  for (int i = 0; i < tau.size(); i++) {
    const int k = i - root;
    if (k >= 3 && k < 6) x.rootForce += square(tau[i]);
    else if (k < 0 || k >= 6) x.jointTorque += square(tau[i]);
  }
  x.rootForce = std::sqrt(x.rootForce);
  x.jointTorque = std::sqrt(x.jointTorque);
  mass(0);
  for (int i = 0; i < dense.nrow(); i++) x.massTrace += dense(i, i);
  const std::size_t m = scene.states.size();
  int major, minor, patch;
  SimTK_version_simbody(&major, &minor, &patch);
  const std::string version = std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
  report(version.c_str(), x, timed(m, kinematics), timed(m, inverse), timed(m, mass));
}
