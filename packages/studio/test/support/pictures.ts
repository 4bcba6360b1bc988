/** Waiting for what the page draws, instead of for time: a busy machine draws late. */
import type { Page } from 'playwright-core';

/** Until the page has drawn so many pictures more. */
export const drawn = (page: Page, pictures: number): Promise<void> =>
  page.evaluate(
    (count) =>
      new Promise<void>((done) => {
        let left = count;
        const next = (): void => {
          if (left-- > 0) requestAnimationFrame(next);
          else done();
        };
        next();
      }),
    pictures,
  );

/** Until what the page says stays the same for so many pictures. */
export async function settled<T>(page: Page, say: () => Promise<T>, pictures = 10): Promise<T> {
  let before = await say();
  for (;;) {
    await drawn(page, pictures);
    const now = await say();
    if (now === before) return now;
    before = now;
  }
}
