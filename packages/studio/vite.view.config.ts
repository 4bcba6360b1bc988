/** Builds `<poise-view>` as one ES module, with an example page and the clips it shows: dist/view. */
import { fileURLToPath } from 'node:url';
import { motionNamed, perform, writeClip } from 'poise';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The skin's worker is carried inside, and styles are: nothing but the module is left. */
const oneFile: Plugin = {
  name: 'one-file',
  enforce: 'pre',
  resolveId: (id) => (id === './spawn-skin-worker.ts' ? here('./src/view/spawn-skin-worker.ts') : undefined),
  generateBundle(_, bundle) {
    for (const name of Object.keys(bundle)) if (name.endsWith('.css')) delete bundle[name];
  },
};

/** Clips of the example page, made by the performer. */
const sampleClips: Plugin = {
  name: 'sample-clips',
  async generateBundle() {
    for (const id of ['idle', 'walk']) {
      const source = await writeClip(perform(motionNamed(id)), `${id}.bvh`);
      this.emitFile({ type: 'asset', fileName: `${id}.bvh`, source });
    }
  },
};

export default defineConfig({
  base: './',
  publicDir: here('./view-page'),
  worker: { format: 'es' },
  plugins: [oneFile, sampleClips],
  build: {
    target: 'es2022',
    outDir: here('./dist/view'),
    emptyOutDir: true,
    chunkSizeWarningLimit: 2500,
    rolldownOptions: {
      input: here('./src/view/poise-view.ts'),
      preserveEntrySignatures: 'strict', // PoiseView can be imported
      output: { entryFileNames: 'poise-view.js', codeSplitting: false },
    },
  },
});
