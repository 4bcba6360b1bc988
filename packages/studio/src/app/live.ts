/** A live simulation on stage: asked for frames by the player, recorded, and told to the library a few times a second. */
import type { Clip } from 'poise';
import { coordinateCount } from 'poise/dynamics';
import type { LiveRun, LiveSource } from '../modes/mode.ts';
import type { Store } from '../state/store.ts';
import type { Player } from './player.ts';
import { createRecording } from './recording.ts';
import type { Session } from './session.ts';

export interface LiveStage extends LiveRun {
  readonly source: LiveSource;
  /** The pose at a time [s] that the library has not heard of yet, overwritten by the next; undefined: the clip has it. */
  readonly poseAt: (time: number) => Float64Array | undefined;
}

const TELL_EVERY = 0.25; // [s] of recorded time
const MOST_STEPS = 8; // per picture: after a stall the simulation does not race to catch up

export function startLive(source: LiveSource, mode: string, store: Store, player: Player, session: Session): LiveStage {
  const { id, name, template, from, frameTime } = source;
  const recording = createRecording(template, name, frameTime);
  const q = source.start.slice();
  const shown = q.slice();
  if (source.past) for (const frame of framesOf(source.past)) recording.append(frame);
  else recording.append(q);
  let told = recording.clip();
  let over = false;
  const duration = (): number => (recording.frameCount() - 1) * frameTime;
  const tell = (live: boolean): void => {
    told = recording.clip();
    const props = live ? undefined : source.props?.(told.frameCount);
    store.dispatch({ type: 'library/made', id, name, mode, from, clip: told, live, props });
  };
  /** `rests`: at its last frame; else it is played as any other clip. */
  const end = (rests = false): void => {
    if (over) return;
    over = true;
    unsubscribe();
    tell(false);
    player.setLive(undefined);
    if (rests) store.dispatch({ type: 'view/set', view: { playing: false } });
    if (store.state().document.clip === id) player.seek(duration());
    session.analyseAgain();
    source.onEnd?.(recording.clip());
  };
  /** One frame; false when there is none. */
  const step = (): boolean => {
    const answer = source.step(q);
    if (answer === 'over') end(true);
    if (answer !== 'more') return false;
    recording.append(q);
    return true;
  };

  session.take({ id, name, mode, from, clip: told, live: true });
  player.setLive({
    duration,
    advance(seconds) {
      // One frame more than is seen: what is shown lies between two, so that slow motion is smooth.
      const until = duration() + seconds - 1e-6 * frameTime;
      for (let steps = 0; steps < MOST_STEPS && duration() < until && step(); ) steps++;
      if (duration() - (told.frameCount - 1) * frameTime >= TELL_EVERY) tell(true);
    },
  });
  let { playing } = store.state().view;
  const unsubscribe = store.subscribe(() => {
    const { view, document } = store.state();
    // Another clip was put on stage: the simulation has lost its place.
    if (document.clip !== id) return end();
    // What is being saved does not grow meanwhile.
    if (view.exporting && view.playing) return store.dispatch({ type: 'view/set', view: { playing: false } });
    if (playing && !view.playing) {
      playing = false; // first, since telling brings this about again
      tell(false);
      session.analyseAgain();
    }
    playing = view.playing;
  });
  store.dispatch({ type: 'view/set', view: { playing: true, time: duration() } });
  if (source.past) player.seek(duration());

  return {
    source,
    recording: (): Clip => recording.clip(),
    poseAt: (time) => {
      if (over || time <= (told.frameCount - 1) * frameTime + 1e-9) return undefined;
      recording.sample(shown, time / frameTime);
      return shown;
    },
    stop: () => end(),
  };
}

function* framesOf({ q, frameCount, skeleton }: Clip): Iterable<Float64Array> {
  const nq = coordinateCount(skeleton);
  for (let frame = 0; frame < frameCount; frame++) yield q.subarray(frame * nq, (frame + 1) * nq);
}
