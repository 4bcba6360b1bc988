import { FormatError } from '../../errors.ts';

/** How many numbers may still be made from a file. Small files can declare huge or overlapping content; it is taken down
 *  before memory is. */
export interface Budget {
  left: number;
}

/** 32 million numbers (256 MB), and more for files that are themselves large. */
export const budgetFor = (fileBytes: number): Budget => ({ left: 2 ** 25 + 8 * fileBytes });

/** Unit, floor and roles of a take are found anew, which takes as long for each joint as so many numbers. */
const PER_JOINT = 200;

/** What a clip takes: a quaternion per joint and frame, and its way through the border. Before it is sampled. */
export const spendTake = (budget: Budget, frames: number, joints: number, file: string, place: string): void =>
  spend(budget, frames * (3 + 4 * joints) + PER_JOINT * joints, file, place);

export function spend(budget: Budget, numbers: number, file: string, place: string): void {
  budget.left -= numbers;
  if (!(budget.left >= 0)) {
    const message = `${place}: asks for ${numbers} numbers, more than a file of this size may unfold to`;
    throw new FormatError(file, undefined, message);
  }
}
