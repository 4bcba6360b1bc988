/** The reacting character: what the clip on stage shows, made ready to go on for ever. For workers. */
import { analyse, type Clip, durationOf, trim } from 'poise';
import { measureSituation, pushResponseMethod, type Situation } from 'poise/react';
import type { BodySettings } from '../../state/types.ts';
import { bodyFor } from '../../worker/judge.ts';
import type { Performer } from './api.ts';
import { setMoving } from './set-moving.ts';
import type { Motion } from './types.ts';

const LONGEST = 30; // [s] of a clip: more takes long to measure
const LEAST_FIT = 0.5; // of a clip that can be pushed at any moment as somebody who stands

export type Ready = Omit<Performer, 'library'>;

/** Words: why nobody in the clip can react, the rest of a sentence that begins with its name. */
export function readyToReact(whole: Clip, settings: BodySettings): Ready | string {
  if (whole.roles.status !== 'humanoid') return 'shows no person';
  const { leftFoot, rightFoot } = whole.roles.roles;
  if (leftFoot === undefined || rightFoot === undefined) return 'has no feet to stand on';
  const cut = durationOf(whole) > LONGEST ? trim(whole, 0, Math.round(LONGEST / whole.frameTime)) : whole;
  const body = bodyFor(cut, settings);
  const report = analyse(body, cut);
  const situation = measureSituation(body, cut, { report, pushes: 1 });
  if (situation.kind === 'other') return 'is not on its feet, and reactions are made with the feet';
  const clip = setMoving(cut, report.ground.beltVelocity);
  const notes = [
    ...(cut === whole ? [] : [`The first ${LONGEST} s of the clip.`]),
    ...(clip === cut ? [] : ['It walks on the spot in its file; here it goes over the floor.']),
  ];
  const { height, normal } = report.ground;
  return { clip, body, motion: motionOf(situation), notes, floor: { height, normal: [...normal] } };
}

function motionOf(situation: Situation): Motion {
  if (pushResponseMethod.fits(situation).fit >= LEAST_FIT) return 'stands';
  return situation.kind === 'walks' || situation.kind === 'runs' ? situation.kind : 'moves';
}
