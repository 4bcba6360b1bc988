/** The worker that makes skins, as a file of its own. The build of `<poise-view>` puts another in its place. */
export const spawnSkinWorker = (): Worker =>
  new Worker(new URL('./skin-worker.ts', import.meta.url), { type: 'module' });
