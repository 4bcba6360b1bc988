/**
 * MOT and STO: OpenSim's tables over time. Angles need the model they belong to (.osim); a table of ground forces is read
 * by `readForces` (mot-forces.ts).
 */
import type { MotionFormat } from './format.ts';
import { readTable } from './mot-table.ts';
import { osimDocument, printMot } from './mot-write.ts';
import { readCoordinatesAsClip } from './osim.ts';

export const mot: MotionFormat = {
  id: 'mot',
  title: 'OpenSim joint angles',
  extensions: ['.mot', '.sto'],
  readsBeside: true,
  read: async (data, file, options) => readCoordinatesAsClip(readTable(data, file), options),
  write: async (clip) => new TextEncoder().encode(printMot(clip).text),
  keepsFile: (clip) => osimDocument(clip.source?.document) !== undefined,
  writeNotes: (clip) => printMot(clip).notes,
};
