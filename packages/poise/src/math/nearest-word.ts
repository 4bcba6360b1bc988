/** The word among `words` that somebody who wrote `text` most likely meant, or undefined: two slips of the pen, in long words one in
 *  three letters. */
export function nearestWord(text: string, words: readonly string[]): string | undefined {
  const wanted = text.toLowerCase();
  let [best, least]: [string | undefined, number] = [undefined, slipsIn(text) + 1];
  for (const word of words) {
    const slips = slipsBetween(wanted, word.toLowerCase());
    if (slips < least) [best, least] = [word, slips];
  }
  return best;
}

/** Slips that are forgiven: a short word is soon another one. */
const slipsIn = ({ length }: string): number => Math.min(Math.floor(length / 2), Math.max(2, Math.floor(length / 3)));

/** Letters to insert, leave out or change (Levenshtein). */
function slipsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
}
