/** Scenarios as JSON: reading, checking, writing. */
import type { Vec3 } from '../../math/types.ts';
import { DataNode, parseData } from '../../motion/data-node.ts';
import { LIMB_ANGLES, type LimbAngles, type PoseAngles, WAIST_ANGLES } from './pose-angles.ts';
import { NAMED_POSES } from './poses.ts';
import {
  type BallEvent,
  type BoxItem,
  GAIN_NAMES,
  type GainChanges,
  MOST_LOAD,
  type Move,
  type PartReference,
  type PushEvent,
  type Scenario,
} from './scenario.ts';

const LONGEST = 30; // [s] of a scenario: a mistyped number must not run for hours
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const USUAL_PREPARATION = 1; // [s]
const FIELDS = [
  'name',
  'title',
  'text',
  'planar',
  'mode',
  'tracking',
  'gains',
  'duration',
  'preparation',
  'task',
  'threshold',
  'support',
  'pose',
  'moves',
  'ball',
  'boxes',
  'pushes',
  'topple',
  'parts',
  'search',
] as const;

/** A scenario from the text of its file. Throws FormatError naming the field.
 *
 * ```ts
 * const scenario = parseScenario(text, 'heavy-ball.json');
 * ```
 */
export function parseScenario(text: string, file: string): Scenario {
  return readScenario(parseData(text, file, 'a scenario').value, file);
}

/** A scenario from parsed JSON. */
export function readScenario(value: unknown, file: string): Scenario {
  const all = new DataNode(file, '', value).fields(FIELDS);
  const duration = all.duration.number({ above: 0, most: LONGEST });
  const preparation = all.preparation.number({ least: 0 }, USUAL_PREPARATION);
  if (preparation >= duration)
    all.preparation.fail(`a preparation (${USUAL_PREPARATION} s unless given) below ${duration} s`);
  const scenario: Scenario = {
    name: all.name.text(NAME),
    title: all.title.text(undefined, all.name.text(NAME)),
    text: all.text.text(undefined, ''),
    planar: all.planar.flag(true),
    mode: all.mode.choice(['qp', 'paper'], 'qp'),
    tracking: all.tracking.choice(['recommended', 'tight', 'shape'], 'recommended'),
    gains: all.gains.present ? readGains(all.gains) : {},
    duration,
    preparation,
    task: all.task.number({ above: 0, most: duration - preparation }),
    threshold: all.threshold.number({ above: 0, most: 0.5 }, 0.016),
    support: all.support.choice(['both', 'left', 'right'], 'both'),
    pose: readPose(all.pose),
    moves: all.moves.present ? readMoves(all.moves, duration) : [],
    ball: all.ball.present ? readBall(all.ball, duration) : undefined,
    boxes: all.boxes.present ? all.boxes.items(20).map(readBox) : [],
    pushes: all.pushes.present ? all.pushes.items(20).map((push) => readPush(push, duration)) : [],
    topple: all.topple.flag(false),
    parts: all.parts.present ? all.parts.items(50).map((part) => readPart(part, duration)) : [],
    search: readSearch(all.search),
  };
  if (scenario.topple && scenario.boxes.length === 0) all.topple.fail('boxes, where one is to topple');
  return scenario;
}

function readGains(node: DataNode): GainChanges {
  const all = node.fields(GAIN_NAMES);
  const given = GAIN_NAMES.filter((name) => all[name].present);
  return Object.fromEntries(given.map((name) => [name, all[name].number({ least: 0, most: 1e4 })]));
}

function readSearch(node: DataNode): Scenario['search'] {
  if (!node.present) return { maxEvaluations: 3000, sigma: 0.6, lean: 1, jitter: 0 };
  const { maxEvaluations, sigma, lean, jitter } = node.fields(['maxEvaluations', 'sigma', 'lean', 'jitter']);
  return {
    maxEvaluations: maxEvaluations.number({ least: 20, most: 100_000 }, 3000),
    sigma: sigma.number({ above: 0, most: 5 }, 0.6),
    lean: lean.number({ least: 0, most: 2 }, 1),
    jitter: jitter.number({ least: 0, most: 0.2 }, 0),
  };
}

/** A pose by its name, or as angles [deg]; with "as" the angles change a named pose. */
function readPose(node: DataNode): PoseAngles {
  if (typeof node.value === 'string') return NAMED_POSES[node.choice(Object.keys(NAMED_POSES))]!;
  const all = node.fields(['as', ...WAIST_ANGLES, ...LIMB_ANGLES, 'left', 'right'] as const);
  const named = all.as.present ? NAMED_POSES[all.as.choice(Object.keys(NAMED_POSES))]! : {};
  const own: Record<string, number> = {};
  for (const name of [...WAIST_ANGLES, ...LIMB_ANGLES]) if (all[name].present) own[name] = readAngle(all[name]);
  const side = (which: 'left' | 'right'): Partial<LimbAngles> | undefined =>
    all[which].present ? { ...named[which], ...readLimb(all[which]) } : named[which];
  const [left, right] = [side('left'), side('right')];
  return { ...named, ...own, ...(left && { left }), ...(right && { right }) };
}

const readAngle = (node: DataNode): number => node.number({ least: -180, most: 180 });

function readLimb(node: DataNode): Partial<LimbAngles> {
  const all = node.fields(LIMB_ANGLES);
  return Object.fromEntries(
    LIMB_ANGLES.filter((name) => all[name].present).map((name) => [name, readAngle(all[name])]),
  );
}

function readMoves(node: DataNode, duration: number): readonly Move[] {
  let end = 0;
  return node.items(50).map((entry) => {
    const all = entry.fields(['start', 'duration', 'to']);
    const start = all.start.number({ least: end, most: duration });
    const time = all.duration.number({ above: 0, most: duration - start });
    end = start + time;
    return { start, duration: time, to: readPose(all.to) };
  });
}

const vector = (node: DataNode, most: number): Vec3 => node.numbers(3, { least: -most, most }) as unknown as Vec3;

function readBall(node: DataNode, duration: number): BallEvent {
  const all = node.fields(['time', 'at', 'velocity', 'flight', 'radius', 'mass', 'catchWithin']);
  const time = all.time.number({ above: 0, most: duration });
  return {
    time,
    at: vector(all.at, 5),
    velocity: vector(all.velocity, 30),
    ...(all.flight.present && { flight: all.flight.number({ above: 0, most: time }) }),
    radius: all.radius.number({ above: 0, most: 0.5 }, 0.12),
    mass: all.mass.number({ above: 0, most: MOST_LOAD.ball }),
    catchWithin: all.catchWithin.number({ above: 0, most: 1 }, 0.16),
  };
}

function readBox(node: DataNode): BoxItem {
  const all = node.fields(['at', 'size', 'mass', 'friction']);
  const size = all.size.numbers(3, { above: 0, most: 10 }) as unknown as Vec3;
  return {
    at: all.at.numbers(2, { least: -10, most: 10 }) as unknown as readonly [number, number],
    size,
    mass: all.mass.number({ above: 0, most: MOST_LOAD.box }),
    friction: all.friction.number({ least: 0, most: 2 }, 0.8),
  };
}

function readPush(node: DataNode, duration: number): PushEvent {
  const all = node.fields(['time', 'duration', 'at', 'impulse']);
  return {
    time: all.time.number({ least: 0, most: duration }),
    duration: all.duration.number({ above: 0, most: 5 }, 0.1),
    at: all.at.choice(['chest', 'hips', 'head'], 'chest'),
    impulse: vector(all.impulse, MOST_LOAD.push),
  };
}

function readPart(node: DataNode, duration: number): PartReference {
  const all = node.fields(['scenario', 'start']);
  return { scenario: all.scenario.text(NAME), start: all.start.number({ least: 0, most: duration }) };
}

/** The scenario as the text of a file that parseScenario reads back. */
export function printScenario(scenario: Scenario): string {
  const { boxes, pushes, parts, moves, topple, gains, ...rest } = scenario;
  const some = <T>(list: readonly T[], name: string) => (list.length > 0 ? { [name]: list } : {});
  const file = {
    ...rest,
    ...some(moves, 'moves'),
    ...some(boxes, 'boxes'),
    ...some(pushes, 'pushes'),
    ...some(parts, 'parts'),
    ...(topple && { topple }),
    ...(Object.keys(gains).length > 0 && { gains }),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}
