/** The shortest way: a clip, its body, a report, and what is wrong in words. */
import { analyse, fitBody, lint } from 'poise';
import { madeUpMotion } from './support/made-up-person.ts';

const clip = madeUpMotion();
const body = fitBody(clip, { mass: 70 });
const report = analyse(body, clip);

console.log(`${report.frameCount} frames of a person of ${report.mass} kg and ${report.height.toFixed(2)} m`);
console.log(`off balance by at most ${(100 * report.summary.imbalance).toFixed(1)} cm`);
for (const finding of lint(body, clip, report)) console.log(`${finding.severity}: ${finding.message}`);
