/**
 * OSIM: the OpenSim model. Alone it is one frame in the default pose; with a table of angles (.mot, .sto) it moves.
 */
import { FormatError } from '../../errors.ts';
import type { Clip } from '../clip.ts';
import { facingForward } from '../forward-axis.ts';
import { onGround } from '../markers/read-clip.ts';
import type { TableRecording } from '../recording.ts';
import type { MotionFormat, ReadOptions } from './format.ts';
import { holdsForces } from './mot-forces.ts';
import { osimClip } from './osim-clip.ts';
import { standOnSoles } from './osim-ground.ts';
import { readOsim } from './osim-model.ts';

/** A table of joint angles with the model beside it → Clip. Says what is missing where it cannot be done. */
export async function readCoordinatesAsClip(table: TableRecording, options: ReadOptions): Promise<readonly Clip[]> {
  if (holdsForces(table)) {
    const text =
      'this table holds forces, not a motion; give a file of motion (in the library, readForces reads this one)';
    throw new FormatError(table.file, undefined, text);
  }
  const beside = (options.neighbours ?? []).filter((name) => /\.osim$/i.test(name));
  if (beside.length !== 1 || !options.companion) {
    const found =
      beside.length === 0
        ? 'none is there'
        : options.companion
          ? `there are ${beside.length}: ${beside.join(', ')}`
          : 'it cannot be opened from here';
    throw new FormatError(table.file, undefined, `joint angles need the one model (.osim) beside them, and ${found}`);
  }
  const bytes = await options.companion(beside[0]);
  if (!bytes) throw new FormatError(table.file, undefined, `the model ${beside[0]} beside it cannot be opened`);
  const { clip } = osimClip(readOsim(bytes, beside[0]), table);
  return [facingForward(onGround(clip, options.groundHeight), options.forward)];
}

export const osim: MotionFormat = {
  id: 'osim',
  title: 'OpenSim model',
  extensions: ['.osim'],
  read: async (data, file, { groundHeight, forward }) => {
    const { clip } = osimClip(readOsim(data, file));
    const standing = groundHeight === undefined ? standOnSoles(clip) : onGround(clip, groundHeight);
    return [facingForward(standing, forward)];
  },
};
