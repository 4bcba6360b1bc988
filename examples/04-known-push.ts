/** A push that is known is taken off before the ground is asked to carry the rest. */
import { analyse, fitBody } from 'poise';
import { pushTrack } from 'poise/react';
import { madeUpMotion } from './support/made-up-person.ts';

const clip = madeUpMotion();
const body = fitBody(clip, { mass: 70 });
const segment = body.roles.chest ?? body.roles.spine ?? 0;
const push = pushTrack({ segment, impulse: [0, 0, -20], time: 6.4, duration: 0.8 }, body); // backward, during the lean

const alone = analyse(body, clip);
const pushed = analyse(body, clip, { external: [push] });
const frame = Math.round(6.8 / clip.frameTime);
console.log(`margin of the ZMP at 6.8 s: ${(100 * alone.margin[frame]!).toFixed(1)} cm leaning freely`);
console.log(`                            ${(100 * pushed.margin[frame]!).toFixed(1)} cm leaning into the push`);
