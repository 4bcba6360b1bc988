/**
 * A performed library as short text. Postures and feet follow from the request; what the performer had to find out is how far
 * the body goes and where the hips are, so only these are kept, with what was measured. Reading poses the body again: bit for
 * bit what was performed, in a fiftieth of the room of all joints.
 *
 *   {"format":"poise-performed","version":1,"body":{"height":1.75,"mass":68.9,"sex":"average"},"responses":[
 *   {"request":{…},"moved":[x,z],"hips":"…","onset":12,…},
 *   …
 *   ]}
 */
import { packRuns, packSeries } from '../../methods/push-response/number-text.ts';
import { createdAt, readMeasured, readSeries } from '../../methods/push-response/read-library.ts';
import {
  LIBRARY_VERSION,
  type Response,
  type ResponseLibrary,
  STRATEGIES,
} from '../../methods/push-response/response.ts';
import { type DataNode, parseData } from '../../motion/data-node.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import { type Actor, createActor } from '../actor.ts';
import type { MannequinOptions } from '../mannequin/skeleton.ts';
import { clipOf, type DraftResponse, planRequest, provenanceOf, truthOf } from './generate.ts';
import { type Neutral, neutralStance } from './neutral.ts';
import { HIPS_STEP, poseFrames } from './perform-response.ts';
import type { ResponseRequest, StepTiming } from './request.ts';

const FORMAT = 'poise-performed';
/** Goes up whenever the same request is performed differently. */
const PERFORMED_VERSION = 1;
const MOMENTUM_STEP = 1e-3; // [N·s]
const MOST_RESPONSES = 1e5;
const MOST_MOVED = 100; // [m]
const LONGEST_PART = 10; // [s] of a step

/** One response as a line of the file. */
export function packResponse({ request, performed }: DraftResponse, response: Response): string {
  const { onset, peak, estimates, strategy, attributes } = response;
  return JSON.stringify({
    request,
    moved: performed.moved,
    hips: packSeries(performed.hips, 3, HIPS_STEP),
    onset,
    peak,
    estimates,
    strategy,
    attributes,
    contacts: response.contacts.map(packRuns),
    recoverable: packSeries(response.recoverable, 1, MOMENTUM_STEP),
  });
}

/** The whole file from its lines. */
export function joinPacked(body: MannequinOptions, lines: readonly string[]): string {
  const head = JSON.stringify({ format: FORMAT, version: PERFORMED_VERSION, body });
  return `${head.slice(0, -1)},"responses":[\n${lines.join(',\n')}\n]}\n`;
}

/** Reads a performed library and poses it. Throws FormatError when the text is damaged or of another version.
 *
 * ```ts
 * const library = unpackLibrary(await (await fetch('push-library.json')).text(), 'push-library.json');
 * ```
 */
export function unpackLibrary(text: string, file: string): ResponseLibrary {
  const whole = parseData(text, file, 'a performed library');
  const { format, version, body: bodyNode, responses } = whole.some(['format', 'version', 'body', 'responses']);
  format.choice([FORMAT]);
  if (version.value !== PERFORMED_VERSION) {
    version.fail(`version ${PERFORMED_VERSION} (poise library generate makes it again)`);
  }
  const body = readBody(bodyNode);
  const actor = createActor(body);
  const neutral = neutralStance(actor);
  return {
    version: LIBRARY_VERSION,
    name: 'built-in',
    body: bodyName(body),
    responses: responses.items(MOST_RESPONSES).map((line) => unpackLine(actor, neutral, line)),
  };
}

export const bodyName = ({ height, mass }: MannequinOptions): string => `mannequin ${height} m ${mass} kg`;

function readBody(node: DataNode): MannequinOptions {
  const { height, mass, sex } = node.some(['height', 'mass', 'sex']);
  return {
    height: height.number({ least: 0.5, most: 3 }),
    mass: mass.number({ least: 1, most: 1000 }),
    sex: sex.choice(['female', 'male', 'average']),
  };
}

const TIMINGS = ['lift', 'swing', 'between', 'later', 'rest', 'close', 'transfer'] as const;

function readRequest(node: DataNode): ResponseRequest {
  const all = node.some(['name', 'strategy', 'direction', 'impulse', 'steps', 'turns', 'lean', 'seed']);
  return {
    name: all.name.text(),
    strategy: all.strategy.choice([...STRATEGIES, 'ankle']),
    direction: all.direction.number({ least: -3600, most: 3600 }),
    impulse: all.impulse.number({ least: 0, most: 1000 }),
    ...(all.steps.present && { steps: readTiming(all.steps) }),
    ...(all.turns.present && { turns: all.turns.number({ least: 0, most: 20 }) }),
    ...(all.lean.present && { lean: all.lean.number({ least: -3, most: 3 }) }),
    seed: all.seed.whole({ least: 0, most: 2 ** 32 }),
  };
}

function readTiming(node: DataNode): StepTiming {
  const all = node.some(['count', 'ending', ...TIMINGS, 'sink']);
  const [lift, swing, between, later, rest, close, transfer] = TIMINGS.map((key) =>
    all[key].number({ least: 0, most: LONGEST_PART }),
  ) as [number, number, number, number, number, number, number];
  return {
    count: all.count.whole({ least: 1, most: 3 }) as StepTiming['count'],
    ending: all.ending.choice(['close', 'return']),
    ...{ lift, swing, between, later, rest, close, transfer },
    ...(all.sink.present && { sink: all.sink.number({ least: 0, most: 10 }) }),
  };
}

function unpackLine(actor: Actor, neutral: Neutral, line: DataNode): Response {
  const all = line.some(['request', 'moved', 'hips']);
  const request = readRequest(all.request);
  const moved = all.moved.numbers(2, { least: -MOST_MOVED, most: MOST_MOVED }) as [number, number];
  const { plan, impulse } = createdAt(all.request, () => planRequest(actor, neutral, request));
  const { frames } = plan;
  const hips = readSeries(all.hips, frames, 3, HIPS_STEP, MOST_MOVED);
  const q = new Float64Array(frames * coordinateCount(actor.skeleton));
  createdAt(line, () => poseFrames(q, actor, plan, plan.feet(moved), hips));
  if (!q.every(Number.isFinite)) line.fail('a response that the body can take');
  return {
    name: request.name,
    clip: clipOf(actor, request, q),
    mass: actor.body.totalMass,
    legLength: actor.legs[0].thigh + actor.legs[0].shank,
    truth: truthOf(neutral, impulse),
    ...readMeasured(line, frames),
    mirrored: false,
    derived: false,
    provenance: provenanceOf(request, frames),
  };
}
