/** Libraries of push responses from files, which come from strangers: everything is checked, and every complaint has a JSON pointer. */
import { FormatError } from '../../errors.ts';
import { normalizeQuat } from '../../math/quat.ts';
import { BOUNDS, isWithin } from '../../motion/bounds.ts';
import { createClip } from '../../motion/clip.ts';
import { type DataNode, parseData } from '../../motion/data-node.ts';
import { ROLES, type Role } from '../../motion/roles.ts';
import { coordinateCount, createSkeleton, type Skeleton } from '../../motion/skeleton.ts';
import { FORMAT, METRE_STEP, MOMENTUM_STEP, type Person, QUAT_STEP } from './library-file.ts';
import { unpackRuns, unpackSeries } from './number-text.ts';
import {
  LIBRARY_VERSION,
  type PolarImpulse,
  type PushTruth,
  type Response,
  type ResponseLibrary,
  STRATEGIES,
} from './response.ts';

const MOST_RESPONSES = 1e6;
const MOST_PEOPLE = 1e5;
const MOST_FRAMES = 36_000; // ten minutes at 60 Hz
const MOST_JOINTS = 1000;
const MOST_IMPULSE = 1e5; // [N·s]
const MOST_MASS = 1000; // [kg]
const MOST_STEPS = 1000; // of a person, and turns of an arm
const ANGLE = { least: -10, most: 10 } as const; // [rad]

/** Reads a library. Throws FormatError naming place, found and expected.
 *
 * ```ts
 * const library = parseLibrary(text, 'mine.poise.json');
 * ```
 */
export function parseLibrary(text: string, file: string): ResponseLibrary {
  const whole = parseData(text, file, 'a library of push responses');
  const { format, version, name, body, people, responses } = whole.some([
    'format',
    'version',
    'name',
    'body',
    'people',
    'responses',
  ]);
  format.choice([FORMAT]);
  version.whole({ least: LIBRARY_VERSION, most: LIBRARY_VERSION });
  const persons = people.items(MOST_PEOPLE).map(readPerson);
  return {
    version: LIBRARY_VERSION,
    name: name.text(undefined, ''),
    body: body.text(undefined, ''),
    responses: responses.items(MOST_RESPONSES).map((response) => readResponse(response, persons)),
  };
}

function readPerson(node: DataNode): Person {
  const all = node.some(['names', 'parents', 'offsets', 'restRotations', 'endSites', 'roles']);
  const names = all.names.items(MOST_JOINTS).map((name) => name.text());
  const n = names.length;
  if (n === 0) all.names.fail('names of joints');
  const sites = all.endSites.present
    ? all.endSites.items(MOST_JOINTS).map((site) => site.some(['joint', 'offset']))
    : [];
  const joint = { least: 0, most: n - 1 };
  const length = { least: -BOUNDS.length, most: BOUNDS.length };
  const parts = {
    names,
    parents: all.parents.numbers(n, { least: -1, most: n - 1 }),
    offsets: all.offsets.numbers(3 * n, length),
    restRotations: all.restRotations.numbers(4 * n, { least: -2, most: 2 }),
    endSites: sites.map((site) => {
      const [x, y, z] = site.offset.numbers(3, length) as [number, number, number];
      return { joint: site.joint.whole(joint), offset: [x, y, z] as const };
    }),
  };
  const roles: Partial<Record<Role, number>> = {};
  for (const [role, at] of Object.entries(all.roles.present ? all.roles.some(ROLES) : {})) {
    if (at.present) roles[role as Role] = at.whole(joint);
  }
  return { skeleton: createdAt(node, () => createSkeleton(parts)), roles };
}

/** What a maker refuses is told with the place of what it was given. */
export function createdAt<T>(node: DataNode, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new FormatError(node.file, undefined, `${node.path || 'the file'}: ${(error as Error).message}`);
  }
}

function readResponse(node: DataNode, people: readonly Person[]): Response {
  const all = node.some([
    'name',
    'person',
    'frames',
    'frameTime',
    'mass',
    'legLength',
    'root',
    'quats',
    'truth',
    'mirrored',
    'derived',
    'provenance',
  ]);
  if (people.length === 0) all.person.fail('a person, and the file holds none');
  const { skeleton, roles } = people[all.person.whole({ least: 0, most: people.length - 1 })]!;
  const frames = all.frames.whole({ least: 2, most: MOST_FRAMES });
  const { least, most } = BOUNDS.frameTime;
  const name = all.name.text();
  const clip = createClip({
    name,
    skeleton,
    roles: { status: 'humanoid', roles, by: 'map', rig: 'library' },
    frameTime: all.frameTime.number({ least, most }),
    q: readPoses(all.root, all.quats, frames, skeleton),
  });
  return {
    name,
    clip,
    mass: all.mass.number({ above: 0, most: MOST_MASS }),
    legLength: all.legLength.number({ above: 0, most: 10 }),
    truth: all.truth.present ? readTruth(all.truth) : undefined,
    ...readMeasured(node, frames),
    mirrored: all.mirrored.flag(false),
    derived: all.derived.flag(false),
    provenance: readProvenance(all.provenance, frames),
  };
}

type Measured = Pick<Response, 'onset' | 'peak' | 'estimates' | 'strategy' | 'attributes' | 'contacts' | 'recoverable'>;

/** What was measured of a response, as both kinds of libraries hold it. */
export function readMeasured(node: DataNode, frames: number): Measured {
  const all = node.some(['onset', 'peak', 'estimates', 'strategy', 'attributes', 'contacts', 'recoverable']);
  const frame = { least: 0, most: frames - 1 };
  const estimates = all.estimates.some(['truth', 'early', 'paper']);
  const contacts = all.contacts.items(2);
  if (contacts.length !== 2) all.contacts.fail('two feet');
  const touches = contacts.map(
    (foot) => unpackRuns(packedText(foot), frames) ?? foot.fail(`contacts of ${frames} frames`),
  );
  return {
    onset: Math.round(all.onset.number(frame)),
    peak: Math.round(all.peak.number(frame)),
    estimates: {
      ...(estimates.truth.present && { truth: readPolar(estimates.truth) }),
      early: readPolar(estimates.early),
      paper: readPolar(estimates.paper),
    },
    strategy: all.strategy.choice(STRATEGIES),
    attributes: readAttributes(all.attributes),
    contacts: [touches[0]!, touches[1]!],
    recoverable: readSeries(all.recoverable, frames, 1, MOMENTUM_STEP, MOST_IMPULSE),
  };
}

/** A series of rows, each number at most `most`. */
export function readSeries(node: DataNode, rows: number, width: number, step: number, most: number): Float64Array {
  const values = unpackSeries(packedText(node), rows, width, step);
  if (!values) return node.fail(`${rows} rows of ${width} packed numbers`);
  return isWithin(values, most) ? values : node.fail(`packed numbers of at most ${most}`);
}

const packedText = (node: DataNode): string =>
  typeof node.value === 'string' ? node.value : node.fail('a packed text');

const readPolar = (node: DataNode): PolarImpulse => {
  const { radius, angle } = node.some(['radius', 'angle']);
  return { radius: radius.number({ least: 0, most: MOST_IMPULSE }), angle: angle.number(ANGLE) };
};

function readTruth(node: DataNode): PushTruth {
  const { impulse, direction, height, duration, t0 } = node.some(['impulse', 'direction', 'height', 'duration', 't0']);
  const [x, z] = impulse.numbers(2, { least: -MOST_IMPULSE, most: MOST_IMPULSE }) as [number, number];
  return {
    impulse: [x, z],
    direction: direction.number(ANGLE),
    height: height.number({ least: -10, most: 10 }),
    duration: duration.number({ least: 0, most: 100 }),
    t0: t0.number({ least: -1000, most: 1000 }),
  };
}

function readAttributes(node: DataNode): Response['attributes'] {
  const { ankle, steps, firstFoot, crossOver, armTurns } = node.some([
    'ankle',
    'steps',
    'firstFoot',
    'crossOver',
    'armTurns',
  ]);
  return {
    ankle: ankle.flag(false),
    steps: steps.number({ least: 0, most: MOST_STEPS }, 0),
    firstFoot: firstFoot.present ? firstFoot.choice<'left' | 'right'>(['left', 'right']) : undefined,
    crossOver: crossOver.flag(false),
    armTurns: armTurns.number({ least: 0, most: MOST_STEPS }, 0),
  };
}

function readProvenance(node: DataNode, frames: number): Response['provenance'] {
  if (!node.present) return { source: '', frames: [0, frames], note: '' };
  const all = node.some(['source', 'frames', 'note']);
  const [start, end] = all.frames.present ? (all.frames.numbers(2) as [number, number]) : [0, frames];
  return { source: all.source.text(undefined, ''), frames: [start, end], note: all.note.text(undefined, '') };
}

function readPoses(rootNode: DataNode, quatNode: DataNode, frames: number, skeleton: Skeleton): Float64Array {
  const nq = coordinateCount(skeleton);
  const root = readSeries(rootNode, frames, 3, METRE_STEP, BOUNDS.length);
  const quats = readSeries(quatNode, frames, nq - 3, QUAT_STEP, 2);
  const q = new Float64Array(frames * nq);
  for (let f = 0; f < frames; f++) {
    q.set(root.subarray(3 * f, 3 * f + 3), f * nq);
    q.set(quats.subarray(f * (nq - 3), (f + 1) * (nq - 3)), f * nq + 3);
    for (let o = f * nq + 3; o < (f + 1) * nq; o += 4) {
      if (Math.hypot(q[o], q[o + 1], q[o + 2], q[o + 3]) < 0.5) quatNode.fail(`unit quaternions in frame ${f}`);
      normalizeQuat(q, o, q, o);
    }
  }
  return q;
}
