/** The worker that makes skins, carried inside the module: a view is one file, wherever it is loaded from. */
import SkinWorker from '../scene/character/skin-worker.ts?worker&inline';

export const spawnSkinWorker = (): Worker => new SkinWorker();
