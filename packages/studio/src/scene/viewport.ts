/** The viewport: a person on a floor, what is laid over them, a camera. Draws only when something has changed. */
import './viewport.css';
import { Plane, Raycaster, Vector2, Vector3 } from 'three';
import type { BodyDrag, StageRay } from '../modes/mode.ts';
import type { CameraPreset, CameraShot } from '../state/types.ts';
import { createBodyDrag } from './body-drag.ts';
import { placeCanvas } from './canvas.ts';
import { createClicks } from './clicks.ts';
import type { SceneLayer, StageView } from './contract.ts';
import type { RecordOptions } from './film.ts';
import { pickJoint } from './pick.ts';
import { createPictures } from './pictures.ts';
import { type Recording, record } from './record.ts';
import { takeSnapshot } from './snapshot.ts';
import type { ViewportStats } from './stats.ts';

export interface Viewport {
  readonly canvas: HTMLCanvasElement;
  /** What is on stage. Compared by reference, so calling it often costs nothing. */
  readonly show: (view: StageView) => void;
  /** The moment to draw, counted in frames; it may lie between two. */
  readonly setTime: (frame: number) => void;
  /** Coordinates to draw instead of the clip's, while a simulation runs; undefined goes back to the clip. */
  readonly setPose: (q: Float64Array | undefined) => void;
  /** Takes over drags that begin on the body; undefined leaves them to the camera. */
  readonly onBodyDrag: (drag: BodyDrag | undefined) => void;
  /** Called for clicks that are no drags. */
  readonly onClick: (listener: ((ray: StageRay) => void) | undefined) => void;
  readonly setCamera: (preset: CameraPreset, options?: { readonly smooth: boolean }) => void;
  /** Where the camera stands: from the person it follows, else in the world. */
  readonly shot: () => CameraShot;
  readonly setShot: (shot: CameraShot) => void;
  /** The camera goes along with the person. */
  readonly setFollow: (on: boolean) => void;
  /** Brings the person into the picture, from where the camera is (F). */
  readonly frameAll: () => void;
  /** Another person has come on stage: seen from the side from which the one before was seen. */
  readonly frameNewcomer: () => void;
  /** The joint at a place of the page (clientX, clientY), or undefined. */
  readonly pick: (x: number, y: number) => number | undefined;
  /** Where in the picture the lowest of some joints is [CSS px], with the picture's size; undefined where none is in sight. */
  readonly spotOf: (joints: readonly number[]) => Spot | undefined;
  /** Where the joints are in the picture, n×3 [m]; read it afresh each time. Empty while nobody is there. */
  readonly places: () => Float64Array;
  /** The picture as PNG, `scale` times as large as on the page. */
  readonly snapshot: (options?: { readonly scale: number }) => Promise<Blob>;
  /** `size`: of the video [pixels]; undefined: as on the page. */
  readonly record: (options: RecordOptions & { readonly size?: PictureSize | undefined }) => Recording;
  readonly stats: () => ViewportStats;
  /** Settles when character and ghosts of the last view have arrived and are drawn. */
  readonly ready: () => Promise<void>;
  readonly dispose: () => void;
}

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface ViewportOptions {
  readonly layers: readonly SceneLayer[];
  /** Something to tell the user, in words. */
  readonly onMessage: (text: string) => void;
  /** The user has put the camera somewhere by hand. */
  readonly onCamera: () => void;
  /** A picture is being drawn: pose and camera are where it has them. */
  readonly onDrawn: () => void;
}

const FARTHEST_TARGET = 60; // [m] a click near the horizon is no wish to go there

/**
 * Puts a viewport into an element and fills it. Throws where the browser has no WebGL 2.
 *
 * ```ts
 * const viewport = createViewport(element);
 * viewport.show(view);
 * viewport.setTime(42.5); // frames
 * ```
 */
export function createViewport(container: HTMLElement, options: Partial<ViewportOptions> = {}): Viewport {
  const studio = createPictures(options);
  const { stage, rig, actors, follower } = studio;
  const { renderer } = stage;
  const canvas = renderer.domElement;
  let filmed = false; // is the picture as large as a film that is being made, not as its place on the page?
  const takeOut = placeCanvas(container, canvas, {
    onSize: (width, height) => filmed || studio.resize(width, height), // a film keeps its size
    onLost(words) {
      studio.setLost(true);
      options.onMessage?.(words);
    },
    onRestored: () => studio.setLost(false),
    onDoubleClick: (event) => lookAt(event),
  });

  const dragging = createBodyDrag({
    canvas,
    camera: rig.camera,
    actors,
    time: () => studio.frame() * (studio.view().clip?.frameTime ?? 0),
    invalidate: studio.invalidate,
  });
  studio.onPosed(dragging.update);
  if (options.onDrawn) studio.onPosed(options.onDrawn);
  const spot = new Vector3();
  const spotOf = (joints: readonly number[]): Spot | undefined => {
    const { origins } = actors.pose;
    const height = (joint: number): number => origins[3 * joint + 1] ?? Number.POSITIVE_INFINITY;
    const [lowest] = [...joints].sort((a, b) => height(a) - height(b));
    if (lowest === undefined || !Number.isFinite(height(lowest))) return undefined;
    spot.fromArray(origins, 3 * lowest).project(rig.camera);
    if (!(Math.abs(spot.x) < 1 && Math.abs(spot.y) < 1 && Math.abs(spot.z) < 1)) return undefined;
    const { width, height: high } = studio.size();
    return { x: (0.5 + 0.5 * spot.x) * width, y: (0.5 - 0.5 * spot.y) * high, width, height: high };
  };
  const clicks = createClicks(canvas, rig.camera);
  const place = new Vector2();
  /** Where on the canvas a point of the page is, in CSS pixels. */
  const onCanvas = (x: number, y: number): Vector2 => {
    const { left, top } = canvas.getBoundingClientRect();
    return place.set(x - left, y - top);
  };
  const pick = (x: number, y: number): number | undefined => {
    const bones = actors.bones();
    if (!bones || actors.pose.origins.length === 0) return undefined;
    const at = onCanvas(x, y);
    return pickJoint(rig.camera, actors.pose.origins, bones, studio.size(), at.x, at.y);
  };
  /** A joint that is double-clicked becomes the middle of the picture, else the floor there. */
  const lookAt = (event: MouseEvent): void => {
    const joint = pick(event.clientX, event.clientY);
    const target =
      joint === undefined
        ? floorAt(onCanvas(event.clientX, event.clientY))
        : new Vector3().fromArray(actors.pose.origins, 3 * joint);
    if (target) rig.lookAt(target);
  };
  const floorAt = (at: Vector2): Vector3 | undefined => {
    const { width, height } = studio.size();
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2((2 * at.x) / width - 1, 1 - (2 * at.y) / height), rig.camera);
    const floor = new Plane(new Vector3(0, 1, 0), -stage.ground.object.position.y);
    const hit = ray.ray.intersectPlane(floor, new Vector3());
    return hit && hit.distanceTo(rig.camera.position) < FARTHEST_TARGET ? hit : undefined;
  };

  return {
    canvas,
    pick,
    spotOf,
    places: () => actors.pose.origins,
    show(view) {
      studio.show(view);
      dragging.setDark(view.dark);
    },
    setPose: studio.setPose,
    onBodyDrag: dragging.listen,
    onClick: clicks.listen,
    setTime: studio.setTime,
    setCamera(preset, { smooth } = { smooth: true }) {
      studio.framing.turnTo(preset, smooth);
    },
    shot() {
      const { target, theta, phi, span, lens } = rig.shot();
      const from = target.clone().sub(follower.anchor(new Vector3(), studio.frame()));
      return { target: [from.x, from.y, from.z], theta, phi, span, lens };
    },
    setShot({ target, ...angles }) {
      studio.framing.face();
      rig.place({ ...angles, target: new Vector3(...target).add(follower.anchor(new Vector3(), studio.frame())) });
    },
    setFollow(on) {
      follower.setOn(on);
      studio.invalidate();
    },
    frameAll: studio.framing.frameAll,
    frameNewcomer: studio.framing.frameNewcomer,
    snapshot: ({ scale } = { scale: 1 }) => takeSnapshot(renderer, scale, () => studio.drawAt(studio.frame())),
    record({ size, ...settings }) {
      const back = studio.frame();
      const frameTime = studio.view().clip?.frameTime ?? 1;
      const onPage = studio.size();
      if (size) {
        filmed = true;
        const ratio = renderer.getPixelRatio();
        studio.resize(size.width / ratio, size.height / ratio);
      }
      const recording = record({ canvas, drawAt: (time) => studio.drawAt(time / frameTime) }, settings);
      const restore = (): void => {
        filmed = false;
        if (size) studio.resize(container.clientWidth || onPage.width, container.clientHeight || onPage.height);
        studio.setTime(back);
      };
      recording.done.then(restore, restore);
      return recording;
    },
    stats: studio.stats,
    async ready() {
      await actors.ready();
      await studio.settled();
      studio.drawAt(studio.frame());
    },
    dispose() {
      takeOut();
      dragging.dispose();
      clicks.dispose();
      studio.dispose();
    },
  };
}
