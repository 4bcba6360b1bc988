/** The camera: orbit by hand, presets and framing by smooth moves, following the person. */
import { MathUtils, PerspectiveCamera, Spherical, Vector3 } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { CameraPreset } from '../state/types.ts';

/** Where the camera stands, told by what it sees. */
export interface Shot {
  readonly target: Vector3;
  readonly theta: number; // [rad] about the vertical, 0 from +z
  readonly phi: number; // [rad] from the vertical
  readonly span: number; // [m] height of the picture at the target
  readonly lens: number; // [°] vertical angle of view
}

export interface CameraRig {
  readonly camera: PerspectiveCamera;
  /** Turns towards the person from the side that the preset names. `heading`: where they face [rad] about the vertical. */
  readonly turnTo: (preset: CameraPreset, heading: number, target: Vector3, span: number, smooth: boolean) => void;
  /** Brings the target into the picture and goes round it by an angle [rad], 0 to keep the side. */
  readonly frame: (target: Vector3, span: number, smooth: boolean, turn?: number) => void;
  /** Keeps angle and distance. */
  readonly lookAt: (target: Vector3) => void;
  /** Shifts camera and target, as when following. */
  readonly carry: (shift: Vector3) => void;
  /** Where the camera stands, or will once its move is done. */
  readonly shot: () => Shot;
  /** Stands there at once. */
  readonly place: (shot: Shot) => void;
  readonly target: Vector3;
  readonly span: () => number; // [m] height of the picture at the target
  /** Has anybody taken the camera since it was last turned to or framed on someone? */
  readonly isTaken: () => boolean;
  readonly resize: (width: number, height: number) => void;
  /** Moves on to this time [ms]; true while there is movement left. */
  readonly update: (now: number) => boolean;
  readonly dispose: () => void;
}

const LENS = 32; // [°]
const LONG_LENS = 9; // nearly parallel: for views from front, side and top
const MOVE = 420; // [ms]
const RISEN = 1.48; // [rad] five degrees above the floor, so that what lies on it can be read

const PRESETS: Readonly<Record<CameraPreset, { turn: number; phi: number; lens: number }>> = {
  perspective: { turn: -0.7, phi: 1.4, lens: LENS },
  front: { turn: 0, phi: RISEN, lens: LONG_LENS },
  side: { turn: -Math.PI / 2, phi: RISEN, lens: LONG_LENS }, // from their right: forward is to the right
  top: { turn: Math.PI, phi: 1e-3, lens: LONG_LENS }, // forward is up
};

const calm = (): boolean => globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;

/** @param onSet the user has put the camera somewhere by hand; once more when it has come to rest */
export function createCameraRig(canvas: HTMLElement, onMove: () => void, onSet: () => void = () => {}): CameraRig {
  const camera = new PerspectiveCamera(LENS, 1, 0.05, 200);
  const controls = new OrbitControls(camera, canvas);
  controls.enableDamping = !calm();
  controls.dampingFactor = 0.14;
  controls.maxPolarAngle = 0.56 * Math.PI;
  controls.minDistance = 0.25;
  controls.maxDistance = 300;
  controls.zoomToCursor = true;
  let move: { from: Shot; to: Shot; start: number } | undefined;
  let byHand = false; // since it last rested
  let taken = false; // since it was last framed
  const around = new Spherical();
  const offset = new Vector3();

  const apply = (shot: Shot): void => {
    camera.fov = shot.lens;
    const distance = shot.span / 2 / Math.tan(MathUtils.degToRad(shot.lens) / 2);
    around.set(distance, shot.phi, shot.theta).makeSafe();
    controls.target.copy(shot.target);
    camera.position.copy(shot.target).add(offset.setFromSpherical(around));
    camera.lookAt(controls.target);
  };
  const current = (): Shot => {
    around.setFromVector3(offset.copy(camera.position).sub(controls.target));
    const span = 2 * around.radius * Math.tan(MathUtils.degToRad(camera.fov) / 2);
    return { target: controls.target.clone(), theta: around.theta, phi: around.phi, span, lens: camera.fov };
  };
  const go = (to: Shot, smooth: boolean): void => {
    const from = current();
    const nearer = from.theta + MathUtils.euclideanModulo(to.theta - from.theta + Math.PI, 2 * Math.PI) - Math.PI;
    const goal = { ...to, theta: nearer };
    if (smooth && !calm()) move = { from, to: goal, start: Number.NaN };
    else {
      move = undefined;
      apply(goal);
    }
    onMove();
  };
  const fitted = (span: number): number => span * Math.max(1, 0.62 / Math.max(0.05, camera.aspect));
  controls.addEventListener('start', () => {
    move = undefined;
    taken = true;
  });
  controls.addEventListener('end', () => {
    byHand = true; // it drifts on for a moment
    onSet();
    onMove();
  });
  controls.addEventListener('change', onMove);

  return {
    camera,
    target: controls.target,
    span: () => 2 * camera.position.distanceTo(controls.target) * Math.tan(MathUtils.degToRad(camera.fov) / 2),
    isTaken: () => taken,
    shot: () => move?.to ?? current(),
    place(shot) {
      move = undefined;
      taken = true;
      apply(shot);
      onMove();
    },
    turnTo(preset, heading, target, span, smooth) {
      const { turn, phi, lens } = PRESETS[preset];
      taken = false;
      go({ target: target.clone(), theta: heading + turn, phi, span: fitted(span), lens }, smooth);
    },
    frame(target, span, smooth, turn = 0) {
      byHand = smooth; // a newcomer is framed at once, by nobody's hand
      taken = false;
      const now = current();
      go({ ...now, theta: now.theta + turn, target: target.clone(), span: fitted(span) }, smooth);
    },
    lookAt(target) {
      byHand = true;
      taken = true;
      go({ ...current(), target: target.clone() }, true);
    },
    carry(shift) {
      controls.target.add(shift);
      camera.position.add(shift);
      move?.from.target.add(shift);
      move?.to.target.add(shift);
    },
    resize(width, height) {
      camera.aspect = width / Math.max(1, height);
      camera.updateProjectionMatrix();
    },
    update(now) {
      if (move) {
        if (Number.isNaN(move.start)) move.start = now;
        const u = Math.min(1, (now - move.start) / MOVE);
        apply(between(move.from, move.to, u * u * u * (10 - 15 * u + 6 * u * u)));
        if (u === 1) move = undefined;
      }
      const drifting = controls.update();
      // Planes around what is looked at keep depth fine with every lens.
      const distance = camera.position.distanceTo(controls.target);
      camera.near = Math.max(0.02, Math.min(0.25 * distance, distance - 6));
      camera.far = distance + 75 * Math.max(1, distance / 8);
      camera.updateProjectionMatrix();
      const moving = move !== undefined || drifting;
      if (byHand && !moving) {
        byHand = false;
        onSet();
      }
      return moving;
    },
    dispose() {
      controls.dispose();
    },
  };
}

function between(from: Shot, to: Shot, u: number): Shot {
  // A lens changes evenly by its tangent's logarithm, as does the picture's height.
  const log = (a: number, b: number): number => Math.exp((1 - u) * Math.log(a) + u * Math.log(b));
  return {
    target: from.target.clone().lerp(to.target, u),
    theta: MathUtils.lerp(from.theta, to.theta, u),
    phi: MathUtils.lerp(from.phi, to.phi, u),
    span: log(from.span, to.span),
    lens: log(from.lens, to.lens),
  };
}
