/** Draws pictures of the stage: one per screen refresh at most, none while nothing changes. */
import type { Clip } from 'poise';
import { Box3, MathUtils, Vector3 } from 'three';
import { createActors } from './actors.ts';
import { createCameraRig } from './camera-rig.ts';
import type { StageView } from './contract.ts';
import { createFollower } from './follow.ts';
import { headingAt } from './heading.ts';
import { layers } from './layers.ts';
import { ledView } from './led-view.ts';
import { paletteOf } from './palette.ts';
import { createStage } from './stage.ts';
import { createStats } from './stats.ts';
import { type Subject, subjectOf } from './subject.ts';
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

const SAME_WAY = 0.35; // [rad] who faces nearly as the one before leaves the camera alone

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
      frameAgain();
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
  const root = new Vector3();
  const posed: (() => void)[] = []; // told in every picture, after the pose was taken
  let view = NOTHING;
  let frame = 0;
  let size = { width: 1, height: 1 };
  let faced = 0; // [rad] where the person faced when the camera was pointed at them
  let framed = false; // has the camera been pointed at someone?
  let dressed: Clip | undefined; // whose own skin the picture was made to hold
  let smoothly = false; // was that by a move that can be seen?
  let stale = true; // is the pose another than the one drawn?
  let held: Float64Array | undefined; // coordinates of somebody who is simulated

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

  function subject(): Subject {
    if (stale) actors.pose.at(frame);
    return subjectOf(actors.pose, view.body?.height ?? 0, actors.extent(room));
  }

  /** The camera goes along with who has just been framed. */
  function meet(): void {
    if (actors.pose.q.length > 0) follower.meet(root.fromArray(actors.pose.q));
  }

  function frameAll(): void {
    const { target, span } = subject();
    smoothly = true;
    meet();
    rig.frame(target, span, true);
  }

  /** Another person is seen from the side from which the one before was seen, their face if it was the face. */
  function frameNewcomer(): void {
    const before = faced;
    face();
    const turn = MathUtils.euclideanModulo(faced - before + Math.PI, 2 * Math.PI) - Math.PI;
    const isSameWay = Math.abs(turn) < SAME_WAY;
    if (isSameWay) faced = before;
    else stage.lightFor(faced);
    const { target, span } = subject();
    smoothly = isSameWay;
    meet();
    rig.frame(target, span, smoothly, isSameWay ? 0 : turn);
  }

  /** Remembers where the person faces as the camera is pointed at them. */
  function face(): number {
    faced = headingAt(view, frame, actors.pose);
    return faced;
  }

  /** Body and skin come later than the motion, and may be larger than its joints tell: the picture is made to hold them,
   *  unless somebody has taken the camera meanwhile. */
  function frameAgain(): void {
    if (!framed || rig.isTaken()) return;
    const { target, span } = subject();
    meet();
    rig.frame(target, span, smoothly);
  }

  /** The first person is looked at from the front; an edited clip leaves the camera alone, one elsewhere does not. */
  function lookAtNewcomer(): void {
    const { target, span } = subject();
    const elsewhere = target.distanceTo(rig.target) > Math.max(1.5, span);
    const otherSize = rig.span() > 4 * span || rig.span() < span / 8;
    if (framed && !elsewhere && !otherSize) return;
    meet();
    if (framed) rig.frame(target, span, false);
    else {
      stage.lightFor(face());
      rig.turnTo('perspective', faced, target, span, false);
    }
    framed = true;
    smoothly = false;
  }

  stage.setTheme(paletteOf(false), false);
  return {
    stage,
    rig,
    actors,
    follower,
    invalidate,
    subject,
    frameAll,
    frameNewcomer,
    face,
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
      if (view.clip && !grown && (before.clip !== view.clip || !framed)) lookAtNewcomer();
      else if (view.clip && !before.body && view.body) frameAgain();
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
