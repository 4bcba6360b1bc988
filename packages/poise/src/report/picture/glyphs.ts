/** Digits and the letters of units as dots, 5 wide and 7 high: enough for times and frames in a picture. */
export const GLYPH_WIDTH = 5;
export const GLYPH_HEIGHT = 7;

/** Rows from the top; bit 4 is the leftmost dot. */
const GLYPHS: ReadonlyMap<string, readonly number[]> = new Map([
  ['0', [14, 17, 19, 21, 25, 17, 14]],
  ['1', [4, 12, 4, 4, 4, 4, 14]],
  ['2', [14, 17, 1, 2, 4, 8, 31]],
  ['3', [31, 2, 4, 2, 1, 17, 14]],
  ['4', [2, 6, 10, 18, 31, 2, 2]],
  ['5', [31, 16, 30, 1, 1, 17, 14]],
  ['6', [6, 8, 16, 30, 17, 17, 14]],
  ['7', [31, 1, 2, 4, 8, 8, 8]],
  ['8', [14, 17, 17, 14, 17, 17, 14]],
  ['9', [14, 17, 17, 15, 1, 2, 12]],
  ['.', [0, 0, 0, 0, 0, 12, 12]],
  ['-', [0, 0, 0, 31, 0, 0, 0]],
  ['s', [0, 0, 15, 16, 14, 1, 30]],
  ['m', [0, 0, 26, 21, 21, 21, 21]],
]);
const BLANK: readonly number[] = [0, 0, 0, 0, 0, 0, 0];

/** The dots of a sign; none for a sign that is not known. */
export const glyphOf = (sign: string): readonly number[] => GLYPHS.get(sign) ?? BLANK;
