// Bundles src/report/client (the script of the report page) into one string module, src/report/client-script.ts.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

const [{ output }] = await build({
  configFile: false,
  root: path('../src/report/client'),
  logLevel: 'warn',
  build: {
    write: false,
    target: 'es2022',
    lib: { entry: path('../src/report/client/main.ts'), formats: ['iife'], name: 'poiseReport' },
  },
});
const { code } = output[0];
if (code.includes('</script')) throw new Error('the script of the page must not hold the text "</script"');
const text = `// Made by scripts/build-page.js from client/; not kept in the repository.
export const CLIENT_SCRIPT: string = ${JSON.stringify(code)};
`;
await writeFile(path('../src/report/client-script.ts'), text);
