/** Hits about the moment at which one animation fades into another, as a game does it: poses are mixed, the model speeds up or slows down. */
import { describe, expect, it } from 'vitest';
import { checkMotion } from '../../src/balance/motion-check.ts';
import { normalizeQuat } from '../../src/math/quat.ts';
import { createRng, uniform } from '../../src/math/random.ts';
import { createClip } from '../../src/motion/clip.ts';
import { sample } from '../../src/motion/sample.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import type { ReactionEvent } from '../../src/runtime/events.ts';
import { ReactionLayer } from '../../src/runtime/layer.ts';
import { poseRig } from '../../src/runtime/rig.ts';
import { body, clips } from './stage.ts';

const nq = coordinateCount(body.skeleton);
const DT = 1 / 60;
const FADE = 0.25; // [s]
const SPEED = 1.3; // [m/s] of the performed walk, whose model is moved
const FROM = 2; // [s] the fade begins

/** to += share · (other − to), each part for itself, as mixers do. */
function mix(to: Float64Array, other: Float64Array, share: number): void {
  for (let i = 0; i < 3; i++) to[i]! += share * (other[i]! - to[i]!);
  for (let i = 3; i < nq; i += 4) {
    const dot = [0, 1, 2, 3].reduce((sum, c) => sum + to[i + c]! * other[i + c]!, 0);
    for (let c = 0; c < 4; c++) to[i + c]! += share * ((dot < 0 ? -1 : 1) * other[i + c]! - to[i + c]!);
    normalizeQuat(to, i, to, i);
  }
}

interface Case {
  readonly kind: 'walks off' | 'stops';
  readonly at: number; // [s] of the hit
  readonly impulse: readonly [number, number, number]; // [N·s]
}

/** `layerAt`: the layer from a frame on, where it is another one. */
function play({ kind, at, impulse }: Case, layerAt: Swap = () => undefined) {
  const [pose, walking] = [new Float64Array(nq), new Float64Array(nq)];
  let layer = new ReactionLayer(body, poseRig(pose));
  const [shown, source, kinds]: [number[], number[], string[]] = [[], [], []];
  let way = 0;
  for (let frame = 0; frame < (at + 2.5) / DT; frame++) {
    layer = layerAt(layer, frame, pose) ?? layer;
    const t = frame * DT;
    const faded = Math.max(0, Math.min(1, (t - FROM) / FADE));
    const share = kind === 'stops' ? 1 - faded : faded;
    way += share * SPEED * DT;
    sample(pose, clips.idle, t);
    sample(walking, clips.walk, t);
    walking[2]! -= SPEED * t; // in place
    mix(pose, walking, share);
    pose[2]! += way;
    source.push(...pose);
    kinds.push(...layer.update(DT).map((event) => event.kind));
    shown.push(...pose);
    if (frame === Math.round(at / DT)) layer.hit({ bone: 'chest', impulse });
  }
  const clipOf = (rows: number[]) => createClip({ skeleton: body.skeleton, frameTime: DT, q: Float64Array.from(rows) });
  return { kinds, shown, check: checkMotion(body, clipOf(shown), { source: clipOf(source) }) };
}

type Swap = (layer: ReactionLayer, frame: number, pose: Float64Array) => ReactionLayer | undefined;

const rng = createRng(17);
const cases = (kind: Case['kind'], least: number, most: number, until: number): readonly Case[] =>
  Array.from({ length: 6 }, () => {
    const [angle, size] = [uniform(rng, 0, 2 * Math.PI), uniform(rng, least, most)];
    return {
      kind,
      at: uniform(rng, FROM - 0.3, until),
      impulse: [size * Math.sin(angle), 0, size * Math.cos(angle)],
    };
  });

describe('a hit about a crossfade', () => {
  it('leaves who walks off on its feet, five of six times at least, without a pop of the hips', () => {
    const answers = cases('walks off', 5, 20, FROM + FADE + 0.1).map((made) => play(made));
    for (const { kinds } of answers) expect(kinds).toContain('impact');
    const held = answers.filter(({ kinds }) => !kinds.includes('fall'));
    expect(held.length).toBeGreaterThanOrEqual(5);
    for (const { check } of held) expect(check.worst['hip-pop'].value).toBeLessThan(1); // [m/s per 1/60 s]
  });

  it('that takes steps is answered where the character stands, before it walks off', () => {
    const answers = cases('walks off', 30, 40, FROM + 0.1).map((made) => play(made));
    const held = answers.filter(({ kinds }) => !kinds.includes('fall'));
    expect(held.length).toBeGreaterThanOrEqual(5); // none was, when it walked off in the middle of a step
    for (const { kinds, check } of held) {
      expect(kinds.indexOf('settled')).toBeGreaterThan(kinds.indexOf('step'));
      expect(check.worst['hip-pop'].value).toBeLessThan(1);
    }
  });

  it('has the same future from a save of a character that gets back its balance before it walks off', () => {
    const made: Case = { kind: 'walks off', at: 1.9, impulse: [20, 0, 30] };
    const sizes: number[] = [];
    const { shown } = play(made);
    const again = play(made, (layer, frame, pose) => {
      if (frame < 120 || frame > 160 || frame % 4 > 0) return undefined;
      const saved = layer.save();
      sizes.push(saved.length);
      const other = new ReactionLayer(body, poseRig(pose));
      other.restore(saved);
      return other;
    });
    expect(again.shown).toEqual(shown);
    expect(Math.max(...sizes)).toBeLessThan(4096); // bytes
  });

  it.each(cases('stops', 5, 20, FROM + FADE + 0.1))('leaves who stops on its feet: $at s, $impulse N·s', (made) => {
    const { kinds, check } = play(made);
    expect(kinds).toContain('impact');
    expect(kinds).not.toContain('fall');
    expect(check.worst['hip-pop'].value).toBeLessThan(1);
    expect(check.worst.shake.frame).toBe(-1);
    expect(check.worst['joint-jolt'].value).toBeLessThan(8.5); // [rad/s per 1/60 s]
  });
});

describe('a tap on an animation that nobody could walk', () => {
  /** The hips are thrown to and fro by a quarter of a metre while the feet take steps. */
  const play = (impulse: readonly [number, number, number]) => {
    const pose = new Float64Array(nq);
    const layer = new ReactionLayer(body, poseRig(pose));
    const [events, leaps]: [ReactionEvent[], number[]] = [[], []];
    let [before, speed] = [Number.NaN, Number.NaN];
    for (let frame = 0; frame < 480; frame++) {
      const t = frame * DT;
      sample(pose, clips.walk, t);
      const off = 0.25 * Math.sin(2 * Math.PI * 0.7 * t);
      pose[0]! += off;
      events.push(...layer.update(DT));
      if (frame === 90) layer.hit({ bone: 'chest', impulse });
      const v = (pose[0]! - before) / DT;
      if (!Number.isNaN(speed)) leaps.push(Math.abs(v - speed));
      [before, speed] = [pose[0]!, v];
    }
    return { layer, kinds: events.map(({ kind }) => kind), leaps };
  };

  it('leaves it on its feet: the animation takes over softly, and its owner is told once', () => {
    const { layer, kinds, leaps } = play([12, 0, 0]);
    expect(kinds).not.toContain('fall');
    expect(kinds.filter((kind) => kind === 'warning')).toHaveLength(1);
    expect(kinds.indexOf('recovered')).toBeGreaterThan(0);
    expect(layer.active).toBeUndefined();
    expect(Math.max(...leaps)).toBeLessThan(1); // [m/s per 1/60 s] of the hips
  });

  it('is no excuse for a hard hit: that may end in a fall', () => {
    expect(play([80, 0, 0]).kinds).toContain('fall');
  });
});
