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
import { FormatError } from '../../errors.ts';
import { packRuns, packSeries, unpackRuns, unpackSeries } from '../../methods/push-response/number-text.ts';
import { LIBRARY_VERSION, type Response, type ResponseLibrary } from '../../methods/push-response/response.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import { type Actor, createActor } from '../actor.ts';
import type { MannequinOptions } from '../mannequin/skeleton.ts';
import { clipOf, type DraftResponse, planRequest, provenanceOf, truthOf } from './generate.ts';
import { type Neutral, neutralStance } from './neutral.ts';
import { HIPS_STEP, poseFrames } from './perform-response.ts';
import type { ResponseRequest } from './request.ts';

const FORMAT = 'poise-performed';
/** Goes up whenever the same request is performed differently. */
const PERFORMED_VERSION = 1;
const MOMENTUM_STEP = 1e-3; // [N·s]

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

type Line = Pick<Response, 'onset' | 'peak' | 'estimates' | 'strategy' | 'attributes'> & {
  readonly request: ResponseRequest;
  readonly moved: readonly [number, number];
  readonly hips: string;
  readonly contacts: readonly [string, string];
  readonly recoverable: string;
};

/** Reads a performed library and poses it. Throws FormatError when the text is damaged or of another version.
 *
 * ```ts
 * const library = unpackLibrary(await (await fetch('push-library.json')).text(), 'push-library.json');
 * ```
 */
export function unpackLibrary(text: string, file: string): ResponseLibrary {
  const data = readHead(text, file);
  const actor = createActor(data.body);
  const neutral = neutralStance(actor);
  return {
    version: LIBRARY_VERSION,
    name: 'built-in',
    body: bodyName(data.body),
    responses: data.responses.map((line, k) => unpackLine(actor, neutral, line, `${file}: response ${k}`)),
  };
}

export const bodyName = ({ height, mass }: MannequinOptions): string => `mannequin ${height} m ${mass} kg`;

function readHead(text: string, file: string): { body: MannequinOptions; responses: readonly Line[] } {
  let data: { format?: unknown; version?: unknown; body?: MannequinOptions; responses?: unknown };
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new FormatError(file, undefined, `expected JSON: ${(error as Error).message}`);
  }
  if (data?.format !== FORMAT || !data.body || !Array.isArray(data.responses)) {
    throw new FormatError(file, undefined, `expected a performed library ("format": "${FORMAT}")`);
  }
  if (data.version !== PERFORMED_VERSION) {
    const found = `expected version ${PERFORMED_VERSION}, found ${String(data.version)}`;
    throw new FormatError(file, undefined, `${found}: generate it again (poise library generate)`);
  }
  return { body: data.body, responses: data.responses };
}

function unpackLine(actor: Actor, neutral: Neutral, line: Line, where: string): Response {
  const { request, moved, onset, peak, estimates, strategy, attributes } = line;
  if (typeof request?.name !== 'string' || !moved?.every(Number.isFinite)) {
    throw new FormatError(where, undefined, 'expected a request and where the body went');
  }
  const { plan, impulse } = planRequest(actor, neutral, request);
  const { frames } = plan;
  const hips = unpackSeries(String(line.hips), frames, 3, HIPS_STEP);
  const recoverable = unpackSeries(String(line.recoverable), frames, 1, MOMENTUM_STEP);
  const [left, right] = [0, 1].map((side) => unpackRuns(String(line.contacts?.[side]), frames));
  if (!hips || !recoverable || !left || !right) {
    throw new FormatError(where, undefined, `${request.name} does not hold ${frames} frames`);
  }
  const q = new Float64Array(frames * coordinateCount(actor.skeleton));
  poseFrames(q, actor, plan, plan.feet(moved), hips);
  return {
    name: request.name,
    clip: clipOf(actor, request, q),
    mass: actor.body.totalMass,
    legLength: actor.legs[0].thigh + actor.legs[0].shank,
    contacts: [left, right],
    onset,
    peak,
    truth: truthOf(neutral, impulse),
    estimates,
    strategy,
    attributes,
    recoverable,
    mirrored: false,
    derived: false,
    provenance: provenanceOf(request, frames),
  };
}
