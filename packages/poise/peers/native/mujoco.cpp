// MuJoCo's C library on the body as MJCF; argv: scene, model.xml, order of joints in the model.
#include <mujoco/mujoco.h>
#include <cmath>
#include <sstream>
#include "peer.h"

int main(int, char** argv) {
  const Scene scene = readScene(argv[1]);
  char error[500] = "";
  mjModel* model = mj_loadXML(argv[2], nullptr, error, sizeof error);
  if (!model) {
    std::fprintf(stderr, "%s\n", error);
    return 2;
  }
  mjData* data = mj_makeData(model);
  std::vector<int> order;
  std::istringstream words(argv[3]);
  for (int k; words >> k;) order.push_back(k);
  const auto set = [&](std::size_t k) {
    const State& s = scene.states[k];
    for (int c = 0; c < 3; c++) {
      data->qpos[c] = s.q[c];
      data->qvel[c] = s.v[c];
      data->qacc[c] = s.a[c];
    }
    for (std::size_t i = 0; i < order.size(); i++) {
      const double* quat = &s.q[3 + 4 * order[i]];
      double* to = &data->qpos[3 + 4 * i];
      to[0] = quat[3];
      for (int c = 0; c < 3; c++) {
        to[1 + c] = quat[c];
        data->qvel[3 + 3 * i + c] = s.v[3 + 3 * order[i] + c];
        data->qacc[3 + 3 * i + c] = s.a[3 + 3 * order[i] + c];
      }
    }
  };
  const auto kinematics = [&](std::size_t k) {
    set(k);
    mj_kinematics(model, data);
    mj_comPos(model, data);
  };
  std::vector<mjtNum> tau(model->nv), dense(model->nv * model->nv);
  // the leanest chain that ends in torques: mj_inverse also looks for contacts and constraints
  const auto inverse = [&](std::size_t k) {
    kinematics(k);
    mj_comVel(model, data);
    mj_rne(model, data, 1, tau.data());
  };
  const auto mass = [&](std::size_t k) {
    kinematics(k);
    mj_crb(model, data);
    mj_fullM(model, dense.data(), data->qM);
  };
  Agreement x{};
  inverse(0);
  for (int c = 0; c < 3; c++) x.com[c] = data->subtree_com[3 + c];
  for (int i = 0; i < model->nv; i++) (i < 3 ? x.rootForce : x.jointTorque) += i >= 3 && i < 6 ? 0 : tau[i] * tau[i];
  x.rootForce = std::sqrt(x.rootForce);
  x.jointTorque = std::sqrt(x.jointTorque);
  mass(0);
  for (int i = 0; i < model->nv; i++) x.massTrace += dense[i * (model->nv + 1)];
  const std::size_t n = scene.states.size();
  report(mj_versionString(), x, timed(n, kinematics), timed(n, inverse), timed(n, mass));
}
