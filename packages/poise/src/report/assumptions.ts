/** What the verdict rests on that nobody stated: the floor that was found, and guesses about the file. */
import type { BalanceReport, Ground } from '../balance/report.ts';
import type { Clip } from '../motion/clip.ts';

const LEAST_TILT = 0.05; // [degrees] below this a floor is level
const LEAST_HEIGHT = 0.005; // [m]
const LEAST_BELT = 0.05; // [m/s]

/** Sentences, most important first; empty where nothing had to be assumed. */
export function assumptionsOf(clip: Clip, report: BalanceReport): readonly string[] {
  const guesses = (clip.source?.notes ?? []).filter(({ confidence }) => confidence === 'guess');
  return [...floorSentences(report.ground), ...guesses.map(({ text }) => `Guessed: ${text}.`)];
}

function floorSentences({ normal, height, kind, beltVelocity }: Ground): string[] {
  const sentences: string[] = [];
  const tilt = (Math.atan2(Math.hypot(normal[0], normal[2]), normal[1]) * 180) / Math.PI;
  if (tilt >= LEAST_TILT) {
    const slope = 100 * Math.tan((tilt * Math.PI) / 180);
    sentences.push(
      `The floor of the file is tilted by ${tilt.toFixed(1)}° (${slope.toFixed(1)} cm per metre), as the standing feet show; this was taken out before balance was judged.`,
    );
  }
  if (Math.abs(height) >= LEAST_HEIGHT) {
    const where = height > 0 ? 'above' : 'below';
    sentences.push(`The floor was found ${(100 * Math.abs(height)).toFixed(1)} cm ${where} y = 0.`);
  }
  if (kind === 'uneven') sentences.push('The feet stand at several heights: every stance has its own floor.');
  const belt = Math.hypot(...beltVelocity);
  if (belt >= LEAST_BELT) {
    sentences.push(`The clip walks on the spot: the floor is taken to move under it at ${belt.toFixed(2)} m/s.`);
  }
  return sentences;
}
