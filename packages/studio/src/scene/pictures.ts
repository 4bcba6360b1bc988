/** Draws pictures of the stage: one per screen refresh at most, none while nothing changes. */
import type { Clip } from 'poise';
import { Box3 } from 'three';
import { createActors } from './actors.ts';
import { createCameraRig } from './camera-rig.ts';
import type { StageView } from './contract.ts';
import { createFollower } from './follow.ts';
import { createFraming } from './framing.ts';
import { layers } from './layers.ts';
import { ledView } from './led-view.ts';
import { paletteOf } from './palette.ts';
import { createStage } from './stage.ts';
import { createStats } from './stats.ts';
import type { ViewportOptions } from './viewport.ts';
import { createWarmUp } from './warm-up.ts';

const NOTHING: StageView = {
  clip: undefined,
  body: undefined,
  report: undefined,
  blamed: undefined,
  overlays: {},
  ghosts: { on: false, count: 0, spacing: 0.2 },
  character: undefined,
  dark: false,
  highlight: undefined,
  pushes: [],
  attachments: [],
  companion: undefined,
  limits: undefined,
  wipe: undefined,
  mode: '',
  result: undefined,
};

/** Clip, body and report arrive one after the other: those that belong to another clip are left out. */
function consistent(view: StageView): StageView {
  const { clip } = view;
  const body = view.body?.skeleton.names.length === clip?.skeleton.names.length ? view.body : undefined;
  const report = body && view.report?.frameCount === clip?.frameCount ? view.report : undefined;
  return body === view.body && report === view.report ? view : { ...view, body, report };
}

/** Is it the same recording, some frames later? */
const goesOn = (before: Clip | undefined, clip: Clip | undefined): boolean =>
  before !== undefined &&
  before.skeleton === clip?.skeleton &&
  before.name === clip.name &&
  before.frameCount <= clip.frameCount;

/** Stage, actors and camera, and the loop that draws them. */
export function createPictures(options: Partial<ViewportOptions>) {
  const stage = createStage();
  const { renderer, scene, ground } = stage;
  const stats = createStats();
  const loop = createLoop((now) => draw(now));
  const rig = createCameraRig(
    renderer.domElement,
    () => loop.ask(),
    () => options.onCamera?.(),
  );
  const follower = createFollower(rig);
  const warmUp = createWarmUp(renderer, scene, rig.camera, () => invalidate());
  const actors = createActors(options.layers ?? layers, ground.object, {
    onChange: () => {
      invalidate();
      if (dressed === view.clip || !actors.extent(room)) return;
      dressed = view.clip;
      framing.frameAgain();
    },
    onMessage: options.onMessage ?? (() => {}),
    prepare: warmUp.prepare,
  });
  scene.add(actors.object);
  let warm = false; // are the shaders of the empty stage there?
  void warmUp.compile(scene).then(() => {
    warm = true;
    invalidate();
  });
  const room = new Box3();
  const posed: (() => void)[] = []; // told in every picture, after the pose was taken
  let view = NOTHING;
  let frame = 0;
  let size = { width: 1, height: 1 };
  let dressed: Clip | undefined; // whose own skin the picture was made to hold
  let stale = true; // is the pose another than the one drawn?
  let held: Float64Array | undefined; // coordinates of somebody who is simulated

  const framing = createFraming({
    stage,
    rig,
    actors,
    follower,
    view: () => view,
    frame: () => frame,
    pose: () => stale && actors.pose.at(frame),
  });

  function invalidate(): void {
    stale = true;
    loop.ask();
  }

  function takePose(): void {
    stale = false;
    if (!actors.at(frame)) return;
    const { origins } = actors.pose;
    stage.lightAt(origins[0]!, ground.object.position.y, origins[2]!);
    renderer.shadowMap.needsUpdate = true;
  }

  function draw(now: number): void {
    if (!warm) return;
    const start = performance.now();
    if (stale) takePose();
    if (held) follower.after(held, now);
    else follower.at(frame);
    const moving = rig.update(now);
    for (const listener of posed) listener();
    ground.centre(rig.target.x, rig.target.z, rig.span());
    const ready = performance.now();
    paint();
    stats.add(ready - start, performance.now() - ready);
    if (moving) loop.ask();
  }

  /** Where a wipe is on, the original is painted left of it. */
  function paint(): void {
    if (view.wipe === undefined || !actors.wipeTo(frame)) {
      renderer.render(scene, rig.camera);
      return;
    }
    const { width, height } = size;
    const edge = Math.round(view.wipe * width);
    renderer.setScissorTest(true);
    renderer.setScissor(0, 0, edge, height);
    renderer.render(scene, rig.camera);
    actors.wipeBack();
    renderer.setScissor(edge, 0, width - edge, height);
    renderer.render(scene, rig.camera);
    renderer.setScissorTest(false);
  }

  stage.setTheme(paletteOf(false), false);
  return {
    stage,
    rig,
    actors,
    follower,
    invalidate,
    framing,
    stats: stats.read,
    onPosed: (listener: () => void) => posed.push(listener),
    view: () => view,
    frame: () => frame,
    size: () => size,
    show(next: StageView) {
      const before = view;
      view = consistent(ledView(next));
      if (before.dark !== view.dark) stage.setTheme(paletteOf(view.dark), view.dark);
      if (before.report !== view.report) ground.place(view.report);
      if (before.clip !== view.clip) follower.use(view.clip);
      actors.show(view);
      stale = true;
      // A recording that has grown leaves the camera where somebody has put it, however far that is.
      const grown = rig.isTaken() && goesOn(before.clip, view.clip);
      if (view.clip && !grown && (before.clip !== view.clip || !framing.isFramed())) framing.lookAtNewcomer();
      else if (view.clip && !before.body && view.body) framing.frameAgain();
      loop.ask();
    },
    setTime(next: number) {
      if (next === frame) return;
      frame = next;
      invalidate();
    },
    setPose(q: Float64Array | undefined) {
      held = q;
      actors.pose.hold(q);
      if (q) invalidate();
    },
    settled: warmUp.settled,
    /** Draws this moment at once. */
    drawAt(at: number) {
      warm = true;
      frame = at;
      stale = true;
      loop.drawNow();
    },
    resize(width: number, height: number) {
      size = { width, height };
      stage.resize(width, height);
      rig.resize(width, height);
      // In the same task, or the picture would be empty for a moment.
      loop.drawNow();
    },
    setLost(lost: boolean) {
      loop.setPaused(lost);
      if (!lost) invalidate();
    },
    dispose() {
      loop.setPaused(true);
      for (const part of [rig, actors, stage]) part.dispose();
    },
  };
}

/** Draws when asked, at the next refresh of the screen; asking twice draws once. */
function createLoop(draw: (now: number) => void) {
  let scheduled = 0;
  let paused = false;
  return {
    ask() {
      if (paused) return;
      scheduled ||= requestAnimationFrame((now) => {
        scheduled = 0;
        draw(now);
      });
    },
    drawNow() {
      if (!paused) draw(performance.now());
    },
    setPaused(on: boolean) {
      paused = on;
      cancelAnimationFrame(scheduled);
      scheduled = 0;
    },
  };
}
