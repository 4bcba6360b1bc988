/** The reaction layer before strangers: saves, remembered gaits, and programs of calls. */
import { UsageError } from '../src/errors.ts';
import { ROLES, type Role } from '../src/motion/roles.ts';
import { sample } from '../src/motion/sample.ts';
import { coordinateCount } from '../src/motion/skeleton.ts';
import { createActor } from '../src/performer/actor.ts';
import { motionNamed } from '../src/performer/index.ts';
import { perform } from '../src/performer/motion.ts';
import type { Hit, Pull } from '../src/runtime/events.ts';
import { ReactionLayer } from '../src/runtime/layer.ts';
import { poseRig } from '../src/runtime/rig.ts';
import type { Seed } from './seeds.ts';
import type { Target } from './targets.ts';

const { body } = createActor();
const idle = perform(motionNamed('idle'));
const walk = perform(motionNamed('walk'), { values: { strides: 6 } });

/** A character whose animation plays; every pose that it shows is made of numbers. */
class Stage {
  private readonly pose = new Float64Array(coordinateCount(body.skeleton));
  readonly layer = new ReactionLayer(body, poseRig(this.pose));
  clip = idle;
  private time = 0;

  update(dt: number): void {
    sample(this.pose, this.clip, this.time % (this.clip.frameCount * this.clip.frameTime));
    this.layer.update(dt);
    this.time += Math.min(1, Math.max(0, dt));
    const wrong = this.pose.findIndex((value) => !Number.isFinite(value));
    if (wrong >= 0) throw new Error(`the pose shown has ${this.pose[wrong]} at ${wrong}`);
    const { displacement } = this.layer;
    for (const [key, value] of Object.entries(displacement))
      if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`displacement.${key} is ${value}`);
  }

  play(seconds: number): void {
    for (let k = 0; k < Math.round(60 * seconds); k++) this.update(1 / 60);
  }
}

/** Somebody who has walked for a while and was hit; the walk that the layer has recorded. */
function recordedWalk(): { readonly save: Uint8Array; readonly gait: Uint8Array | undefined } {
  if (!recorded) {
    const walker = new Stage();
    walker.clip = walk;
    walker.play(4);
    walker.layer.hit({ bone: 'chest', impulse: [15, 0, 0] });
    walker.play(0.3);
    recorded = { save: walker.layer.save(), gait: walker.layer.saveGait()?.bytes };
  }
  return recorded;
}
let recorded: ReturnType<typeof recordedWalk> | undefined;

/** A save of a stranger is refused, or the character goes on. */
const save: Target = async (data) => {
  const stage = new Stage();
  stage.update(1 / 60);
  const { gait } = recordedWalk();
  if (gait) stage.layer.restoreGait(gait); // a save may speak of it
  stage.layer.restore(data);
  stage.play(0.5);
  return `${stage.layer.active} ${stage.layer.status}`;
};

const gaitMemory: Target = async (data) => {
  const stage = new Stage();
  stage.clip = walk;
  stage.update(1 / 60);
  stage.layer.restoreGait(data);
  stage.update(1 / 60);
  stage.layer.hit({ bone: 'chest', impulse: [15, 0, 0] });
  stage.play(0.4);
  return `${stage.layer.active} ${stage.layer.status}`;
};

const ODD: readonly number[] = [0, -0, 1, -1, 1e-9, 30, -200, 1e6, 1e300, -1e300, NaN, Infinity, -Infinity];
const MOST_CALLS = 40;

/** Bytes as a program of calls with arguments, sensible and not. What a call refuses, it refuses with a UsageError; nothing else happens. */
const calls: Target = async (data) => {
  const stage = new Stage();
  const { layer } = stage;
  const saves: Uint8Array[] = [];
  let at = 0;
  const byte = (): number => data[at++] ?? 0;
  const number = (): number => {
    const b = byte();
    return b < 32 ? ODD[b % ODD.length] : (b - 144) / 4;
  };
  const vector = (): [number, number, number] => [number(), number(), number()];
  const bone = (): Role => ROLES[byte() % (ROLES.length + 1)] as Role; // one beyond: unknown
  const acts: readonly (() => void)[] = [
    () => layer.hit({ bone: bone(), impulse: vector() } as Hit),
    () => layer.hit({ bone: bone(), impulse: vector(), point: vector(), duration: number() / 10 } as Hit),
    () =>
      layer.hit({ preset: (['punch', 'shove', 'bullet', 'nudge'] as const)[byte() % 4], direction: vector() } as Hit),
    () => layer.pull({ bone: bone(), force: vector() } as Pull)(),
    () => void layer.pull({ bone: bone(), force: vector() } as Pull),
    () => stage.update(Math.abs(number()) / 60),
    () => stage.update(number()),
    () => stage.play(byte() / 255),
    () => layer.setMask(bone(), number()),
    () => void Object.assign(layer, { weight: number() / 10 }),
    () => void Object.assign(layer, { ground: number() / 10 }),
    () => layer.reset(),
    () => layer.absorbDisplacement(),
    () => void saves.push(layer.save()),
    () => saves.length > 0 && layer.restore(saves[byte() % saves.length]),
    () => void Object.assign(stage, { clip: byte() % 2 ? walk : idle }),
    () => layer.prepare(),
  ];
  let refused = 0;
  let done = 0;
  while (at < data.length && done++ < MOST_CALLS) {
    try {
      acts[byte() % acts.length]();
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      refused++;
    }
  }
  stage.play(0.2);
  return `${done} ${refused} ${layer.active} ${layer.status}`;
};

export const layerTargets: Readonly<Record<string, Target>> = { 'layer save': save, 'gait memory': gaitMemory, calls };

/** Saves of a character at rest, hit, and hit in a walk; a walk that was recorded; a few programs. */
export function layerSeeds(): Seed[] {
  const stage = new Stage();
  stage.play(0.2);
  const resting = stage.layer.save();
  stage.layer.hit({ bone: 'chest', impulse: [20, 0, 20] });
  stage.play(0.3);
  const hit = stage.layer.save();
  const { save: walking, gait } = recordedWalk();
  return [
    { kind: 'layer save', data: resting },
    { kind: 'layer save', data: hit },
    { kind: 'layer save', data: walking },
    ...(gait ? [{ kind: 'gait memory', data: gait }] : []),
    { kind: 'calls', data: Uint8Array.of(7, 60, 0, 2, 224, 144, 144, 7, 200, 13, 5, 160, 14, 0, 7, 120) },
    { kind: 'calls', data: Uint8Array.of(15, 1, 7, 255, 7, 255, 0, 2, 200, 144, 144, 7, 255, 8, 12, 144, 9, 150, 12) },
  ];
}
