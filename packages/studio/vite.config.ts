import { formats } from 'poise';
import { defineConfig, type Plugin } from 'vite';
import { sharePicture } from './share-picture.js';

/** Lists what was built, for offline.js to keep. The physics engine is large, and kept when it is first used; the picture is for links. */
const offlineList: Plugin = {
  name: 'offline-list',
  generateBundle(_, bundle) {
    const files = Object.keys(bundle).filter((name) => !/\.(?:map|wasm|png)$/.test(name));
    const all = ['icon.svg', ...files].sort(); // the icon is copied, not built
    this.emitFile({ type: 'asset', fileName: 'offline.json', source: JSON.stringify(all) });
  },
};

/** What can be read, as the worker tells the page before the readers are loaded. */
const readable = formats.filter(({ read }) => read).flatMap(({ extensions }) => extensions);

export default defineConfig({
  base: './',
  define: { READABLE: JSON.stringify(readable) },
  build: { target: 'es2022', chunkSizeWarningLimit: 1500 },
  worker: { format: 'es' },
  plugins: [sharePicture(), offlineList],
});
