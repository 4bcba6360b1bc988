// What a picture costs the script, without the graphics card: `npx tsx packages/studio/bench/viewport.ts`.
// The page is small, so that software rendering does not make the script wait.
import { openFixtures } from '../test/support/fixture-page.ts';

const PICTURES = 120;
const CASES = [
  ['person alone', 'motion=walk&overlays=none'],
  ['usual overlays', 'motion=walk&overlays=default'],
  ['all overlays', 'motion=walk&overlays=all'],
  ['all overlays, 8 ghosts', 'motion=walk&overlays=all&ghosts=4&spacing=0.2'],
  ['all overlays, 8 minutes', 'motion=made-up&overlays=all&repeat=56'],
] as const;

const pages = await openFixtures('viewport');
console.log(
  'viewport, script per picture [ms]'.padEnd(36),
  'pose'.padStart(8),
  'draw'.padStart(8),
  'sum'.padStart(8),
  'first show'.padStart(12),
);
for (const [name, query] of CASES) {
  const { page } = await pages.open(query, { width: 160, height: 100 });
  const stats = await page.evaluate(async (pictures) => {
    const { viewport, view } = window.fixture;
    const frames = view.clip?.frameCount ?? 1;
    for (let i = 0; i < pictures; i++) {
      viewport.setTime((i * 1.3) % frames);
      // Until after the next picture.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
    return { ...viewport.stats(), showMs: window.fixture.showMs };
  }, PICTURES);
  const cells = [stats.poseMs, stats.drawMs, stats.scriptMs].map((ms) => ms.toFixed(2).padStart(8));
  console.log(name.padEnd(36), ...cells, stats.showMs.toFixed(1).padStart(12));
  await page.close();
}
await pages.close();
