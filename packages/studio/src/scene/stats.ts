/** What a picture costs the script, averaged over the last ones; the graphics card's own time is not in it. */
export interface ViewportStats {
  readonly pictures: number; // drawn so far
  readonly poseMs: number; // kinematics, figure, layers, ghosts: mean over the last 60 pictures
  readonly drawMs: number; // handing the scene to WebGL
  readonly scriptMs: number; // both
}

const KEPT = 60;

export interface StatsKeeper {
  readonly add: (poseMs: number, drawMs: number) => void;
  readonly read: () => ViewportStats;
}

export function createStats(): StatsKeeper {
  const rows = new Float64Array(2 * KEPT);
  let pictures = 0;
  return {
    add(poseMs, drawMs) {
      const i = 2 * (pictures++ % KEPT);
      rows[i] = poseMs;
      rows[i + 1] = drawMs;
    },
    read() {
      const kept = Math.min(pictures, KEPT);
      let [pose, draw] = [0, 0];
      for (let i = 0; i < kept; i++) {
        pose += rows[2 * i]! / kept;
        draw += rows[2 * i + 1]! / kept;
      }
      return { pictures, poseMs: pose, drawMs: draw, scriptMs: pose + draw };
    },
  };
}
