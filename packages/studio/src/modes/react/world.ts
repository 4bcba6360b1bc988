/** The reacting character, as panels and stage know it. */
import { type PushResponder, polarPad } from 'poise/react';
import type { LibraryEntry } from '../../state/types.ts';
import type { Performer } from './api.ts';
import type { ReactWorld } from './types.ts';

/** `entry`: the clip of the library that it is; `file`: the library of responses, where it is the user's own. */
export function worldOf(found: Performer, entry: LibraryEntry | undefined, file: File | undefined): ReactWorld {
  const { body, clip, motion, notes, library } = found;
  return {
    body,
    clip,
    motion,
    notes,
    name: entry?.name ?? 'Idle',
    from: entry?.id,
    library: library && {
      name: file?.name ?? library.name,
      body: library.body.replace(/\d+\.\d+/g, (number) => String(Number(Number(number).toPrecision(3)))),
      count: library.responses.length,
      file: file !== undefined,
    },
    pad: undefined,
  };
}

export const withPad = (world: ReactWorld, responder: PushResponder | undefined): ReactWorld => ({
  ...world,
  pad: responder && polarPad(responder),
});

/** The plane that falls end on; `height` [m] at the origin. */
export function floorOf({ floor: { height, normal } }: Performer): FloorAt {
  const [x, y, z] = normal;
  const point = { height, normal };
  return (atX, atZ) => {
    point.height = height - (x * atX + z * atZ) / y;
    return point;
  };
}

type FloorAt = (x: number, z: number) => Performer['floor'];
