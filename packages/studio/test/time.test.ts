/** The timeline on its fixture page in a real browser. */
import { describe, expect, it } from 'vitest';
import { startTimePage } from './support/time-page.ts';

const { page, open, said, point } = startTimePage();

/** What the lanes look like, to tell whether it has changed. */
const lanesPicture = (): Promise<string> =>
  page().evaluate(() => document.querySelector<HTMLCanvasElement>('.tl-lanes canvas')!.toDataURL());

describe('the timeline', () => {
  it('draws its lanes and says where the playhead is', async () => {
    await open();
    await page().locator('.plot-holder canvas').nth(2).waitFor(); // they come one by one
    const drawn = await page()
      .locator('canvas')
      .evaluateAll((all) =>
        (all as HTMLCanvasElement[]).map((canvas) =>
          canvas
            .getContext('2d')!
            .getImageData(0, 0, canvas.width, canvas.height)
            .data.some((value) => value !== 0),
        ),
      );
    expect(drawn).toHaveLength(2 + 3); // ruler, lanes, three plots
    expect(drawn).not.toContain(false);
    expect(await page().textContent('.tl-clock')).toBe('00:00.000 / 00:08.600');
  });

  it('scrubs, on the ruler and in lanes', async () => {
    await open();
    const ruler = (await page().locator('.tl-ruler').boundingBox())!;
    await page().mouse.move(ruler.x + 0.2 * ruler.width, ruler.y + 10);
    await page().mouse.down();
    await page().mouse.move(ruler.x + 0.5 * ruler.width, ruler.y + 10, { steps: 4 });
    await page().mouse.up();
    expect(await said('seek')).toBeCloseTo(4.3, 1);
    expect(await page().inputValue('.tl-frame')).toBe('258');
    expect(await page().getAttribute('[role="slider"]', 'aria-valuenow')).toBe('258');
    await page().mouse.click(...(await point(0.25, 'Support')));
    expect(await said('seek')).toBeCloseTo(2.15, 1);
  });

  it('plays past React and steps, leaps and jumps by key', async () => {
    await open();
    await page().focus('.tl-ruler');
    await page().keyboard.press('ArrowRight');
    await page().keyboard.press('Shift+ArrowRight');
    expect(await page().inputValue('.tl-frame')).toBe('11');
    await page().keyboard.press('End');
    expect(await page().inputValue('.tl-frame')).toBe('516');
    await page().keyboard.press('Home');
    await page().keyboard.press(' ');
    expect(await said('play')).toBe(true);
    await expect.poll(() => page().inputValue('.tl-frame').then(Number)).toBeGreaterThan(5);
    await page().keyboard.press(' ');
    expect(await said('play')).toBe(false);
  });

  it('takes frame and speed as typed', async () => {
    await open();
    await page().fill('[aria-label="Frame"]', '120');
    await page().keyboard.press('Enter');
    expect(await said('seek')).toBeCloseTo(2, 6);
    await page().fill('[aria-label="Speed"]', '1/4');
    await page().keyboard.press('Enter');
    expect(await said('speed')).toBe(0.25);
    await page().selectOption('[aria-label="Speed presets"]', '2');
    expect(await said('speed')).toBe(2);
    expect(await page().inputValue('[aria-label="Speed"]')).toBe('2');
  });

  it('changes contacts by click and drag, and clears them', async () => {
    await open();
    const before = await lanesPicture();
    await page().mouse.click(...(await point(0.45, 'toes'))); // the first label of that name: the left foot's
    const all = { side: 'left', part: 'toe', start: 0, end: 516, touches: true };
    expect(await said('override')).toEqual([[all], 'left toes held on the ground, 517 frames']);
    expect(await lanesPicture()).not.toBe(before);
    await page().mouse.click(...(await point(0.45, 'toes')));
    expect(await said('override')).toEqual([[{ ...all, touches: false }], 'left toes held off the ground, 517 frames']);
    await page().mouse.click(...(await point(0.45, 'toes')), { button: 'right' });
    expect(await said('override')).toEqual([[], 'left toes as detected, 517 frames']);
    // A drag takes only what it goes over.
    await page().mouse.move(...(await point(0.25, 'ball')));
    await page().mouse.down();
    await page().mouse.move(...(await point(0.5, 'ball')), { steps: 3 });
    expect(await page().textContent('.tl-selection')).toContain('left ball held on the ground');
    await page().mouse.up();
    expect(await said('override')).toEqual([
      [{ side: 'left', part: 'ball', start: 129, end: 258, touches: true }],
      'left ball held on the ground, 130 frames',
    ]);
    await page().mouse.move(...(await point(0.3, 'ball')));
    await page().keyboard.press('Delete');
    expect(await said('override')).toEqual([[], 'left ball as detected, 130 frames']);
  });

  it('changes contacts by key alone', async () => {
    await open();
    await page().focus('.tl-lanes');
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page().keyboard.press(key);
    expect(await said('override')).toMatchObject({ 0: [{ side: 'left', part: 'ball', touches: true }] });
    await page().keyboard.press('Delete');
    expect(await said('override')).toMatchObject({ 0: [] });
  });

  it('moves, adds and removes pushes', async () => {
    await open();
    await page().mouse.move(...(await point(2.7 / 8.6, 'Pushes')));
    await page().mouse.down();
    await page().mouse.move(...(await point(4.7 / 8.6, 'Pushes')), { steps: 3 });
    await page().mouse.up();
    const moved = (await said('event')) as { kind: string; track: { time: Record<string, number> } };
    expect(moved.kind).toBe('move');
    expect(moved.track.time['0']).toBeCloseTo(4.6, 1);
    await page().mouse.dblclick(...(await point(0.9, 'Pushes')));
    expect(await said('event')).toMatchObject({ kind: 'add' });
    await page().mouse.click(...(await point(4.7 / 8.6, 'Pushes')));
    await page().keyboard.press('Delete');
    expect(await said('event')).toEqual({ kind: 'remove', index: 0 });
  });

  it('jumps to the worst frame of a finding and says what it is', async () => {
    await open();
    const spot = await point(6.5 / 8.6, 'Findings');
    await page().mouse.move(...spot);
    await expect.poll(() => page().textContent('.tl-tooltip')).toMatch(/too far forward .* click: its worst frame/s);
    await page().mouse.click(...spot);
    expect(await said('finding')).toBe(0);
    expect(await said('seek')).toBeGreaterThan(5.5);
  });

  it('zooms about the pointer, pans, follows the bar below, and shows all again', async () => {
    await open();
    await page().mouse.move(...(await point(0.5, 'Support')));
    await page().keyboard.down('Control');
    await page().mouse.wheel(0, -400);
    await page().keyboard.up('Control');
    await expect.poll(() => said('range')).toBeTruthy();
    const [start, end] = (await said('range')) as [number, number];
    expect(end - start).toBeLessThan(4.5);
    expect((start + end) / 2).toBeCloseTo(4.3, 1);
    // turned until it shows: a busy page may lose one turn of the wheel
    const panned = async (): Promise<number> => {
      await page().mouse.wheel(200, 0);
      return ((await said('range')) as [number, number])[0];
    };
    await expect.poll(panned).toBeGreaterThan(start);
    await page().mouse.dblclick(...(await point(0.5, 'Support')));
    await expect.poll(() => said('range')).toBeFalsy();
  });

  it('stands empty without a clip and folds its feet', async () => {
    await open('empty=1');
    expect(await page().textContent('.tl-empty')).toContain('No clip');
    await open();
    await page().click('.tl-fold[data-side="left"]');
    await page().mouse.click(...(await point(0.5, 'any part')));
    expect(await said('override')).toMatchObject({ 0: [{ side: 'left', part: 'all' }] });
  });

  it('works by touch: a drag scrubs', async () => {
    await open();
    const [x, y] = await point(0.5, 'Imbalance');
    const client = await page().context().newCDPSession(page());
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x - 200, y }] });
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y }] });
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect.poll(() => said('seek')).toBeCloseTo(4.3, 1);
  });
});
