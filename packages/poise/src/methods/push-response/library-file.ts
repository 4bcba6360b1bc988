/**
 * Libraries as files, *.poise.json: one JSON object, one response per line, so that they can be written and read piece by piece.
 * read-library.ts reads them.
 * docs/methods/push-response.md describes the format.
 *
 *   {"format":"poise-responses","version":1,"name":…,"body":…,"responses":[
 *   {…},
 *   {…}
 *   ],"people":[{…}]}
 */
import type { RoleMap } from '../../motion/roles.ts';
import { coordinateCount, type Skeleton } from '../../motion/skeleton.ts';
import { packRuns, packSeries } from './number-text.ts';
import { LIBRARY_VERSION, type Response, type ResponseLibrary } from './response.ts';

/** Of the whole file and of the numbers in it; read-library.ts reads what is written with them. */
export const FORMAT = 'poise-responses';
export const QUAT_STEP = 2 ** -18; // 4e-6: finer than differentiated twice at 60 Hz shows
export const METRE_STEP = 2 ** -20; // a micrometre
export const MOMENTUM_STEP = 1e-3; // [N·s]

/** The performer: skeleton and roles, once per person. */
export interface Person {
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
