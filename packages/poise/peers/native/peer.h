// What the engines share: the body and its states as text, the clock, what is printed.
// Body: "joints n", then per joint: parent, offset (3), mass, centre of mass (3), inertia about it (xx yy zz xy xz yz).
// States: "states m", then per state: root position (3), quaternions x y z w (4n), velocity (3 + 3n), acceleration (3 + 3n).
// Velocities: of the root in world axes, then angular velocities in each joint's own frame.
#pragma once
#include <chrono>
#include <cstdio>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

struct Joint {
  int parent;
  double offset[3], mass, com[3], inertia[6];
};

struct State {
  std::vector<double> q, v, a;
};

struct Scene {
  std::vector<Joint> joints;
  std::vector<State> states;
};

inline Scene readScene(const char* file) {
  std::ifstream in(file);
  std::string word;
  Scene scene;
  int n = 0, m = 0;
  in >> word >> n;
  scene.joints.resize(n);
  for (auto& j : scene.joints) {
    in >> j.parent;
    for (double& x : j.offset) in >> x;
    in >> j.mass;
    for (double& x : j.com) in >> x;
    for (double& x : j.inertia) in >> x;
  }
  in >> word >> m;
  scene.states.resize(m);
  for (auto& s : scene.states) {
    s.q.resize(3 + 4 * n);
    s.v.resize(3 + 3 * n);
    s.a.resize(3 + 3 * n);
    for (double& x : s.q) in >> x;
    for (double& x : s.v) in >> x;
    for (double& x : s.a) in >> x;
  }
  if (!in) {
    std::fprintf(stderr, "%s: not a scene\n", file);
    std::exit(2);
  }
  return scene;
}

// Microseconds per call: the best of many short batches, every call with another state.
inline double timed(std::size_t states, const std::function<void(std::size_t)>& run) {
  using clock = std::chrono::steady_clock;
  const auto batch = [&](int calls) {
    const auto start = clock::now();
    for (int k = 0; k < calls; k++) run(k % states);
    return std::chrono::duration<double, std::micro>(clock::now() - start).count() / calls;
  };
  batch(200);
  const int calls = std::max(1, static_cast<int>(4000 / std::max(0.01, batch(200))));
  double best = 1e300;
  for (int k = 0; k < 40; k++) best = std::min(best, batch(calls));
  return best;
}

// What must agree between the engines, of the first state.
struct Agreement {
  double com[3], rootForce, jointTorque, massTrace;
};

inline void report(const char* version, const Agreement& x, double kinematics, double inverse, double mass) {
  std::printf("{\"version\":\"%s\",\"agreement\":[%.15g,%.15g,%.15g,%.15g,%.15g,%.15g],\"kinematics\":%.6g,\"inverse\":%.6g,\"mass\":%.6g}\n",
              version, x.com[0], x.com[1], x.com[2], x.rootForce, x.jointTorque, x.massTrace, kinematics, inverse, mass);
}
