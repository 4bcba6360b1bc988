/** The viewport: a person on a floor, what is laid over them, a camera. Draws only when something has changed. */
import './viewport.css';
import { Group, Plane, Raycaster, Vector2, Vector3 } from 'three';
import type { CameraPreset } from '../state/types.ts';
import { type BoneList, bonesOf } from './bone-list.ts';
import { createCameraRig } from './camera-rig.ts';
import { createCharacter } from './character/character.ts';
import { createSkins } from './character/skins.ts';
import type { SceneLayer, StageView } from './contract.ts';
import { followPath } from './follow-path.ts';
import { createGhosts } from './ghosts.ts';
import { headingAt } from './heading.ts';
import { createHighlight } from './highlight.ts';
import { createLayerStack } from './layer-stack.ts';
import { layers } from './layers.ts';
import { paletteOf } from './palette.ts';
import { pickJoint } from './pick.ts';
import { createPose } from './pose-source.ts';
import { type Recording, type RecordOptions, record } from './record.ts';
import { rowAt } from './rows.ts';
import { createStage } from './stage.ts';
import { createStats, type ViewportStats } from './stats.ts';
import { type Subject, subjectOf } from './subject.ts';

export interface Viewport {
  readonly canvas: HTMLCanvasElement;
  /** What is on stage. Compared by reference, so calling it often costs nothing. */
  readonly show: (view: StageView) => void;
  /** The moment to draw, counted in frames; it may lie between two. */
  readonly setTime: (frame: number) => void;
  readonly setCamera: (preset: CameraPreset, options?: { readonly smooth: boolean }) => void;
  /** The camera goes along with the person. */
  readonly setFollow: (on: boolean) => void;
  /** Brings the person into the picture, from where the camera is (F). */
  readonly frameAll: () => void;
  /** The joint at a place of the page (clientX, clientY), or undefined. */
  readonly pick: (x: number, y: number) => number | undefined;
  /** The picture as PNG, `scale` times as large as on the page. */
  readonly snapshot: (options?: { readonly scale: number }) => Promise<Blob>;
  readonly record: (options: RecordOptions) => Recording;
  readonly stats: () => ViewportStats;
  /** Settles when character and ghosts of the last view have arrived and are drawn. */
  readonly ready: () => Promise<void>;
  readonly dispose: () => void;
}

export interface ViewportOptions {
  readonly layers: readonly SceneLayer[];
  /** Something to tell the user, in words. */
  readonly onMessage: (text: string) => void;
}

const NOTHING: StageView = {
  clip: undefined,
  body: undefined,
  report: undefined,
  overlays: {},
  ghosts: { on: false, count: 0, spacing: 0.2 },
  character: undefined,
  dark: false,
  highlight: undefined,
};
const LOST = 'The graphics card was reset. The picture comes back by itself; if it does not, reload the page.';

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
  const stage = createStage();
  const { renderer, scene, ground } = stage;
  const canvas = renderer.domElement;
  const say = options.onMessage ?? (() => {});
  const pose = createPose();
  const skins = createSkins();
  const stats = createStats();
  const rig = createCameraRig(canvas, () => invalidate());
  const character = createCharacter(skins, { onChange: () => invalidate(true), onMessage: say });
  const ghosts = createGhosts(skins, () => invalidate(true));
  const marks = new Group();
  const highlight = createHighlight(marks);
  scene.add(character.object, ghosts.object, marks);
  const stack = createLayerStack(options.layers ?? layers, marks, ground.object, pose);

  let view = NOTHING;
  let frame = 0;
  let bones: BoneList | undefined;
  let path: Float64Array | undefined;
  let follow = false;
  let framed = false;
  let poseIsStale = true;
  let scheduled = 0;
  let lost = false;
  let size = { width: 1, height: 1 };
  const followed = new Vector3(Number.NaN);
  const [here, shift] = [new Vector3(), new Vector3()];
  const row = new Float64Array(3);

  function invalidate(poseToo = false): void {
    poseIsStale ||= poseToo;
    scheduled ||= requestAnimationFrame(tick);
  }

  function tick(now: number): void {
    scheduled = 0;
    if (lost) return;
    draw(now);
  }

  function carryCamera(): void {
    if (!follow || !path || path.length === 0) return;
    rowAt(row, path, frame);
    here.fromArray(row);
    if (Number.isFinite(followed.x)) rig.carry(shift.copy(here).sub(followed));
    followed.copy(here);
  }

  function takePose(): void {
    poseIsStale = false;
    pose.at(frame);
    if (pose.origins.length === 0) return;
    character.place(pose);
    stack.at(frame);
    ghosts.at(frame);
    highlight.at(pose);
    stage.lightAt(pose.origins[0]!, ground.object.position.y, pose.origins[2]!);
    renderer.shadowMap.needsUpdate = true;
  }

  function draw(now: number): void {
    const start = performance.now();
    if (poseIsStale) takePose();
    carryCamera();
    const moving = rig.update(now);
    ground.centre(rig.target.x, rig.target.z, rig.span());
    const posed = performance.now();
    renderer.render(scene, rig.camera);
    stats.add(posed - start, performance.now() - posed);
    if (moving) invalidate();
  }

  function subject(): Subject {
    if (poseIsStale) pose.at(frame);
    return subjectOf(pose, view.body?.height ?? 0);
  }

  function enter(): void {
    const { target, span } = subject();
    if (!framed) rig.turnTo('perspective', headingAt(view, frame, pose), target, span, false);
    // An edited clip leaves the camera alone; a person elsewhere or of another size does not.
    else if (target.distanceTo(rig.target) > Math.max(1.5, span)) rig.frame(target, span, false);
    framed = true;
  }

  function drawAt(at: number): void {
    frame = at;
    poseIsStale = true;
    draw(performance.now());
  }

  const resize = new ResizeObserver(() => {
    size = { width: container.clientWidth || 1, height: container.clientHeight || 1 };
    stage.resize(size.width, size.height);
    rig.resize(size.width, size.height);
    // In the same task, or the picture would be empty for a moment.
    if (!lost) draw(performance.now());
  });
  const message = document.createElement('p');
  message.className = 'viewport-message';
  message.setAttribute('role', 'status');
  message.hidden = true;
  message.textContent = LOST;

  const onLost = (event: Event): void => {
    event.preventDefault();
    lost = true;
    message.hidden = false;
    say(LOST);
  };
  const onRestored = (): void => {
    lost = false;
    message.hidden = true;
    invalidate(true);
  };
  const ray = new Raycaster();
  const onDoubleClick = (event: MouseEvent): void => {
    const joint = viewport.pick(event.clientX, event.clientY);
    if (joint !== undefined) {
      rig.lookAt(new Vector3().fromArray(pose.origins, 3 * joint));
      return;
    }
    const { left, top } = canvas.getBoundingClientRect();
    const x = (2 * (event.clientX - left)) / size.width - 1;
    const y = 1 - (2 * (event.clientY - top)) / size.height;
    ray.setFromCamera(new Vector2(x, y), rig.camera);
    const hit = ray.ray.intersectPlane(new Plane(new Vector3(0, 1, 0), -ground.object.position.y), new Vector3());
    if (hit && hit.distanceTo(rig.camera.position) < 60) rig.lookAt(hit);
  };

  canvas.tabIndex = 0;
  canvas.setAttribute('role', 'img');
  canvas.setAttribute(
    'aria-label',
    'The person in three dimensions. Drag to turn, scroll to come closer, double-click to look at a point.',
  );
  canvas.addEventListener('webglcontextlost', onLost);
  canvas.addEventListener('webglcontextrestored', onRestored);
  canvas.addEventListener('dblclick', onDoubleClick);
  container.classList.add('viewport');
  container.append(canvas, message);
  stage.setTheme(paletteOf(false), false);
  resize.observe(container);

  const viewport: Viewport = {
    canvas,
    show(next) {
      const before = view;
      if (next === before) return;
      // A report of another clip, which is still being replaced, says nothing about this one.
      const report = next.report?.frameCount === next.clip?.frameCount ? next.report : undefined;
      view = report === next.report ? next : { ...next, report };
      if (before.dark !== view.dark || before === NOTHING) stage.setTheme(paletteOf(view.dark), view.dark);
      if (before.report !== view.report) ground.place(view.report);
      if (before.clip !== view.clip || before.body !== view.body) {
        pose.use(view.clip, view.body);
        poseIsStale = true;
      }
      if (before.clip !== view.clip) {
        bones = view.clip && bonesOf(view.clip.skeleton);
        path = view.clip && followPath(view.clip);
        followed.setX(Number.NaN);
      }
      character.show(view);
      stack.show(view);
      ghosts.show(view);
      highlight.show(view);
      character.object.visible = view.overlays['character'] ?? true;
      character.setXray(stack.isOn('skeleton'));
      if (view.clip && (before.clip !== view.clip || !framed)) enter();
      invalidate(true);
    },
    setTime(next) {
      if (next === frame) return;
      frame = next;
      invalidate(true);
    },
    setCamera(preset, { smooth } = { smooth: true }) {
      const { target, span } = subject();
      rig.turnTo(preset, headingAt(view, frame, pose), target, span, smooth);
    },
    setFollow(on) {
      follow = on;
      followed.setX(Number.NaN);
      invalidate();
    },
    frameAll() {
      const { target, span } = subject();
      rig.frame(target, span, true);
    },
    pick(x, y) {
      if (!bones || pose.origins.length === 0) return undefined;
      const { left, top } = canvas.getBoundingClientRect();
      return pickJoint(rig.camera, pose.origins, bones, size, x - left, y - top);
    },
    snapshot({ scale } = { scale: 1 }) {
      const ratio = renderer.getPixelRatio();
      const most = renderer.capabilities.maxTextureSize / Math.max(size.width, size.height);
      renderer.setPixelRatio(Math.min(scale, most));
      renderer.render(scene, rig.camera);
      const picture = new Promise<Blob>((resolve, reject) => {
        canvas.toBlob(
          (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be taken.'))),
          'image/png',
        );
      });
      renderer.setPixelRatio(ratio);
      draw(performance.now());
      return picture;
    },
    record(settings) {
      const back = frame;
      const recording = record({ canvas, drawAt: (time) => drawAt(time / (view.clip?.frameTime ?? 1)) }, settings);
      const restore = (): void => viewport.setTime(back);
      recording.done.then(restore, restore);
      return recording;
    },
    stats: stats.read,
    async ready() {
      await character.ready();
      await ghosts.ready();
      if (!lost) drawAt(frame);
    },
    dispose() {
      cancelAnimationFrame(scheduled);
      resize.disconnect();
      canvas.removeEventListener('webglcontextlost', onLost);
      canvas.removeEventListener('webglcontextrestored', onRestored);
      canvas.removeEventListener('dblclick', onDoubleClick);
      for (const part of [rig, stack, ghosts, highlight, character, skins, stage]) part.dispose();
      canvas.remove();
      message.remove();
      container.classList.remove('viewport');
    },
  };
  return viewport;
}
