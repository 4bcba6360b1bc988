/** What a picture costs the script, in processor time of the page's main thread, without the graphics card. */
import { openFixtures } from '../test/support/fixture-page.ts';
import { measureTasks } from './tasks.ts';

const PICTURES = 90;
const SMALL = { width: 160, height: 100 }; // so that a software renderer keeps up

export interface PictureCost {
  readonly ms: number; // of the main thread per picture, all of it
  readonly poseMs: number; // by the clock: kinematics, figure, layers, ghosts
  readonly drawMs: number; // by the clock: handing the scene to WebGL
}

/** Costs for each of the fixture's queries, in their order. */
export async function pictureCosts(queries: readonly string[]): Promise<readonly PictureCost[]> {
  const pages = await openFixtures('viewport');
  const costs: PictureCost[] = [];
  for (const query of queries) {
    const { page } = await pages.open(query, SMALL);
    const play = async (pictures: number): Promise<void> => {
      await page.evaluate(async (count) => {
        const { viewport, view } = window.fixture;
        for (let i = 0; i < count; i++) {
          viewport.setTime((i * 1.3) % (view.clip?.frameCount ?? 1));
          // Until after the next picture.
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        }
      }, pictures);
    };
    await play(PICTURES); // the compiler settles
    const tasks = await measureTasks(page.context().browser()!, page, () => play(PICTURES));
    const { poseMs, drawMs } = await page.evaluate(() => window.fixture.viewport.stats());
    costs.push({ ms: tasks.total / PICTURES, poseMs, drawMs });
    await page.close();
  }
  await pages.close();
  return costs;
}
