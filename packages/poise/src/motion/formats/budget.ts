import { FormatError } from '../../errors.ts';

/** How many numbers may still be made from a file. Small files can declare huge or overlapping content; it is taken down
 *  before memory is. */
export interface Budget {
  left: number;
}

/** 32 million numbers (256 MB), and more for files that are themselves large. */
export const budgetFor = (fileBytes: number): Budget => ({ left: 2 ** 25 + 8 * fileBytes });

export function spend(budget: Budget, numbers: number, file: string, place: string): void {
  budget.left -= numbers;
  if (!(budget.left >= 0)) {
    const message = `${place}: asks for ${numbers} numbers, more than a file of this size may unfold to`;
    throw new FormatError(file, undefined, message);
  }
}
