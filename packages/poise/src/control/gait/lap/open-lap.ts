/** Finds the steps of a clip with which a walk or run can go on for ever, past the clip's end. */
import type { BalanceReport } from '../../../balance/report.ts';
import type { Body } from '../../../body/body.ts';
import { loadedContacts } from '../../../gait/loaded-contacts.ts';
import type { Clip } from '../../../motion/clip.ts';
import { chooseLap } from './choose-lap.ts';
import type { OpenLap } from './close-lap.ts';
import { lastSteps } from './find-steps.ts';
import { lagOf, lapMove } from './lap-move.ts';
import { ankleCourses, placeSteps } from './place-steps.ts';

/** The lap that a clip goes on with at its end. Throws RigError where it does not end with two whole steps in a row. */
export function openLap(body: Body, clip: Clip, judged: BalanceReport): OpenLap {
  const contacts = loadedContacts(judged);
  const ankles = ankleCourses(body, clip);
  const chain = placeSteps(contacts, lastSteps(contacts), ankles);
  const every = chain.map(() => true);
  const lap = chooseLap(body, clip, contacts, chain, every, Math.max(2, chain.length - 1))!;
  const placed = chain.slice(lap.from, lap.to);
  const lag = lagOf(body, clip, placed[0]!.touchDown, placed.at(-1)!.next);
  return { placed, lag, contacts, lap: lapMove(contacts, ankles, chain, lap, lag) };
}
