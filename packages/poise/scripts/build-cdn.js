/**
 * One file per public entry, minified, that a page can load from any static server: dist/cdn. `layer.js` is what a game needs:
 * ReactionLayer, bindCharacter and the library of responses.
 */
import { readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const { exports } = JSON.parse(await readFile(path('../package.json'), 'utf8'));

const LAYER = `
export { ReactionLayer } from ${JSON.stringify(path('../dist/runtime/layer.js'))};
export { reactionLibrary } from ${JSON.stringify(path('../dist/runtime/reaction-library.js'))};
export { unpackLibrary } from ${JSON.stringify(path('../dist/performer/responses/compact.js'))};
export { bindCharacter } from ${JSON.stringify(path('../dist/runtime/adapters/three.js'))};
`;

/** Entries of code in package.json: name of the file → module. `poise/view` is built by the studio. */
const entries = Object.entries(exports)
  .filter(([name, target]) => target.default?.endsWith('.js') && name !== './view')
  .map(([name, target]) => [name === '.' ? 'poise' : name.slice(2), path(`../${target.default}`)]);

/** The layer's entry has no file of its own; the writer of glTF files asks for Node's modules only where Node is. */
const plugins = [
  {
    name: 'cdn',
    resolveId: (id) => (id === 'layer' || id.startsWith('node:') ? { id, moduleSideEffects: id === 'layer' } : null),
    load: (id) => (id === 'layer' ? LAYER : id.startsWith('node:') ? 'export default {};' : null),
  },
];

await rm(path('../dist/cdn'), { recursive: true, force: true });
for (const [name, input] of [...entries, ['layer', 'layer']]) {
  const bundle = await rolldown({ input, platform: 'browser', plugins, treeshake: { moduleSideEffects: false } });
  await bundle.write({ file: path(`../dist/cdn/${name}.js`), format: 'es', minify: true, codeSplitting: false });
  await bundle.close();
}
