import { defineConfig, type Plugin } from 'vite';

/** Lists what was built, for offline.js to keep. */
const offlineList: Plugin = {
  name: 'offline-list',
  generateBundle(_, bundle) {
    const files = Object.keys(bundle).filter((name) => !name.endsWith('.map'));
    this.emitFile({ type: 'asset', fileName: 'offline.json', source: JSON.stringify(files.sort()) });
  },
};

export default defineConfig({
  base: './',
  build: { target: 'es2022', chunkSizeWarningLimit: 1500 },
  worker: { format: 'es' },
  plugins: [offlineList],
});
