/**
 * Libraries as files, *.poise.json: one JSON object, one response per line, so that they can be written and read piece by piece.
 * docs/methods/push-response.md describes the format.
 *
 *   {"format":"poise-responses","version":1,"name":…,"body":…,"responses":[
 *   {…},
 *   {…}
 *   ],"people":[{…}]}
 */
import { FormatError } from '../../errors.ts';
import { normalizeQuat } from '../../math/quat.ts';
import { createClip } from '../../motion/clip.ts';
import { ROLES, type Role, type RoleMap } from '../../motion/roles.ts';
import { coordinateCount, createSkeleton, type Skeleton } from '../../motion/skeleton.ts';
import { packRuns, packSeries, unpackRuns, unpackSeries } from './number-text.ts';
import {
  LIBRARY_VERSION,
  type PolarImpulse,
  type PushTruth,
  type Response,
  type ResponseLibrary,
  STRATEGIES,
} from './response.ts';

const FORMAT = 'poise-responses';
const QUAT_STEP = 2 ** -18; // 4e-6: finer than differentiated twice at 60 Hz shows
const METRE_STEP = 2 ** -20; // a micrometre
const MOMENTUM_STEP = 1e-3; // [N·s]
const MOST_FRAMES = 36_000; // ten minutes
const MOST_JOINTS = 1000;

/** Who performed: the skeleton and its roles, once per person. */
interface Person {
  readonly skeleton: Skeleton;
  readonly roles: RoleMap;
}

/** Writes a library piece by piece: the head, a line per response, the tail that names the people. */
export class LibraryWriter {
  readonly #people: Person[] = [];
  #count = 0;

  head(name: string, body: string): string {
    return `${JSON.stringify({ format: FORMAT, version: LIBRARY_VERSION, name, body }).slice(0, -1)},"responses":[`;
  }

  line(response: Response): string {
    const { clip, contacts, recoverable, ...rest } = response;
    const nq = coordinateCount(clip.skeleton);
    const quats = new Float64Array(clip.frameCount * (nq - 3));
    const root = new Float64Array(clip.frameCount * 3);
    for (let f = 0; f < clip.frameCount; f++) {
      root.set(clip.q.subarray(f * nq, f * nq + 3), 3 * f);
      quats.set(clip.q.subarray(f * nq + 3, (f + 1) * nq), f * (nq - 3));
    }
    keepSigns(quats, nq - 3);
    const line = JSON.stringify({
      ...rest,
      person: this.#personOf(response),
      frameTime: clip.frameTime,
      frames: clip.frameCount,
      root: packSeries(root, 3, METRE_STEP),
      quats: packSeries(quats, nq - 3, QUAT_STEP),
      contacts: contacts.map(packRuns),
      recoverable: packSeries(recoverable, 1, MOMENTUM_STEP),
    });
    return `${this.#count++ === 0 ? '' : ','}\n${line}`;
  }

  tail(): string {
    const people = this.#people.map(({ skeleton, roles }) => ({
      names: skeleton.names,
      parents: [...skeleton.parents],
      offsets: [...skeleton.offsets],
      restRotations: [...skeleton.restRotations],
      endSites: skeleton.endSites,
      roles,
    }));
    return `\n],"people":${JSON.stringify(people)}}\n`;
  }

  #personOf({ clip }: Response): number {
    const roles = clip.roles.status === 'humanoid' ? clip.roles.roles : {};
    const found = this.#people.findIndex(({ skeleton }) => isSame(skeleton, clip.skeleton));
    if (found >= 0) return found;
    this.#people.push({ skeleton: clip.skeleton, roles });
    return this.#people.length - 1;
  }
}

/** A library as text.
 *
 * ```ts
 * const again = parseLibrary(printLibrary(library), 'mine.poise.json');
 * ```
 */
export function printLibrary(library: ResponseLibrary): string {
  const writer = new LibraryWriter();
  return [writer.head(library.name, library.body), ...library.responses.map((r) => writer.line(r)), writer.tail()].join(
    '',
  );
}

function isSame(a: Skeleton, b: Skeleton): boolean {
  if (a === b) return true;
  const rows = [
    [a.parents, b.parents],
    [a.offsets, b.offsets],
    [a.restRotations, b.restRotations],
  ] as const;
  return a.names.join('\n') === b.names.join('\n') && rows.every(([x, y]) => x.every((value, i) => value === y[i]));
}

/** Signs of quaternions that do not jump from frame to frame, so that they are short to write. */
function keepSigns(quats: Float64Array, width: number): void {
  for (let i = width; i < quats.length; i += 4) {
    let dot = 0;
    for (let c = 0; c < 4; c++) dot += quats[i + c] * quats[i - width + c];
    for (let c = 0; dot < 0 && c < 4; c++) quats[i + c] = -quats[i + c];
  }
}

/** Reads a library. Throws FormatError naming what is wrong. */
export function parseLibrary(text: string, file: string): ResponseLibrary {
  const fail = (message: string): never => {
    throw new FormatError(file, undefined, message);
  };
  let data: Record<string, unknown>;
  try {
    data = JSON.parse(text) as Record<string, unknown>;
  } catch (error) {
    throw new FormatError(file, undefined, `expected JSON: ${(error as Error).message}`);
  }
  if (typeof data !== 'object' || data === null || data['format'] !== FORMAT) {
    return fail('expected a library of push responses ("format": "poise-responses")');
  }
  if (data['version'] !== LIBRARY_VERSION) {
    return fail(`expected version ${LIBRARY_VERSION}, found ${String(data['version'])}`);
  }
  const people = listOf(data['people']).map((person, k) => readPerson(person, (text) => fail(`person ${k}: ${text}`)));
  const responses = listOf(data['responses']).map((response, k) =>
    readResponse(response, people, (text) => fail(`response ${k}: ${text}`)),
  );
  return { version: LIBRARY_VERSION, name: String(data['name'] ?? ''), body: String(data['body'] ?? ''), responses };
}

type Fail = (message: string) => never;
type Fields = Readonly<Record<string, unknown>>;

const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? (value as Fields[]) : []);

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function readPerson(fields: Fields, fail: Fail): Person {
  const names = fields['names'];
  if (!Array.isArray(names) || names.length === 0 || names.length > MOST_JOINTS)
    return fail('expected names of joints');
  const numbers = (key: string, length: number): number[] => {
    const list = fields[key];
    if (!Array.isArray(list) || list.length !== length || !list.every(isNumber)) {
      return fail(`expected ${length} numbers in "${key}"`);
    }
    return list;
  };
  const n = names.length;
  const sites = listOf(fields['endSites']).filter(
    ({ joint, offset }) =>
      isNumber(joint) && joint < n && Array.isArray(offset) && offset.length === 3 && offset.every(isNumber),
  );
  const roles: Partial<Record<Role, number>> = {};
  for (const role of ROLES) {
    const joint = (fields['roles'] as Fields | undefined)?.[role];
    if (isNumber(joint) && Number.isInteger(joint) && joint >= 0 && joint < n) roles[role] = joint;
  }
  try {
    const skeleton = createSkeleton({
      names: names.map(String),
      parents: numbers('parents', n),
      offsets: numbers('offsets', 3 * n),
      restRotations: numbers('restRotations', 4 * n),
      endSites: sites as unknown as Skeleton['endSites'],
    });
    return { skeleton, roles };
  } catch (error) {
    return fail((error as Error).message);
  }
}

function readResponse(fields: Fields, people: readonly Person[], fail: Fail): Response {
  const { person, frames, frameTime, name, mass, legLength, onset, peak, strategy } = fields;
  const who = isNumber(person) ? people[person] : undefined;
  if (!who) return fail(`expected a person in 0…${people.length - 1}, found ${String(person)}`);
  if (!isNumber(frames) || !Number.isInteger(frames) || frames < 2 || frames > MOST_FRAMES) {
    return fail(`expected 2 to ${MOST_FRAMES} frames, found ${String(frames)}`);
  }
  for (const [key, value] of Object.entries({ frameTime, mass, legLength })) {
    if (!isNumber(value) || value <= 0) return fail(`expected "${key}" above 0, found ${String(value)}`);
  }
  for (const [key, value] of Object.entries({ onset, peak })) {
    if (!isNumber(value) || value < 0 || value >= frames) return fail(`expected "${key}" in 0…${frames - 1}`);
  }
  const label = STRATEGIES.find((known) => known === strategy);
  if (!label) return fail(`expected a strategy (${STRATEGIES.join(', ')}), found ${String(strategy)}`);
  const contacts = [0, 1].map((side) => unpackRuns(String((fields['contacts'] as string[])?.[side] ?? ''), frames));
  const recoverable = unpackSeries(String(fields['recoverable']), frames, 1, MOMENTUM_STEP);
  if (!contacts[0] || !contacts[1] || !recoverable) return fail('contacts or momentum do not fit the frames');
  const clip = createClip({
    name: String(name),
    skeleton: who.skeleton,
    roles: { status: 'humanoid', roles: who.roles, by: 'map', rig: 'library' },
    frameTime: frameTime as number,
    q: readPoses(fields, frames, who.skeleton, fail),
  });
  const truth = fields['truth'] as PushTruth | undefined;
  const estimates = fields['estimates'] as Response['estimates'];
  for (const estimate of [estimates?.early, estimates?.paper, estimates?.truth ?? estimates?.early]) {
    if (!isPolar(estimate)) return fail('expected estimates of the impulse');
  }
  return {
    name: String(name),
    clip,
    mass: mass as number,
    legLength: legLength as number,
    contacts: [contacts[0], contacts[1]],
    onset: Math.round(onset as number),
    peak: Math.round(peak as number),
    truth: truth && isNumber(truth.direction) && isNumber(truth.t0) ? truth : undefined,
    estimates,
    strategy: label,
    attributes: readAttributes(fields['attributes'] as Fields | undefined),
    recoverable,
    mirrored: fields['mirrored'] === true,
    derived: fields['derived'] === true,
    provenance: readProvenance(fields['provenance'] as Fields | undefined, frames),
  };
}

const isPolar = (value: PolarImpulse | undefined): boolean =>
  value !== undefined && isNumber(value.radius) && value.radius >= 0 && isNumber(value.angle);

function readAttributes(fields: Fields = {}): Response['attributes'] {
  const { steps, firstFoot, armTurns } = fields;
  return {
    ankle: fields['ankle'] === true,
    steps: isNumber(steps) ? steps : 0,
    firstFoot: firstFoot === 'left' || firstFoot === 'right' ? firstFoot : undefined,
    crossOver: fields['crossOver'] === true,
    armTurns: isNumber(armTurns) ? armTurns : 0,
  };
}

function readProvenance(fields: Fields = {}, frames: number): Response['provenance'] {
  const span = fields['frames'] as readonly unknown[] | undefined;
  const [start, end] = Array.isArray(span) ? span : [0, frames];
  return {
    source: String(fields['source'] ?? ''),
    frames: [isNumber(start) ? start : 0, isNumber(end) ? end : frames],
    note: String(fields['note'] ?? ''),
  };
}

function readPoses(fields: Fields, frames: number, skeleton: Skeleton, fail: Fail): Float64Array {
  const nq = coordinateCount(skeleton);
  const root = unpackSeries(String(fields['root']), frames, 3, METRE_STEP);
  const quats = unpackSeries(String(fields['quats']), frames, nq - 3, QUAT_STEP);
  if (!root || !quats) return fail(`the motion does not hold ${frames} frames of ${skeleton.names.length} joints`);
  const q = new Float64Array(frames * nq);
  for (let f = 0; f < frames; f++) {
    q.set(root.subarray(3 * f, 3 * f + 3), f * nq);
    q.set(quats.subarray(f * (nq - 3), (f + 1) * (nq - 3)), f * nq + 3);
    for (let o = f * nq + 3; o < (f + 1) * nq; o += 4) normalizeQuat(q, o, q, o);
  }
  return q;
}
