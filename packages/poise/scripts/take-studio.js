/**
 * The package carries the studio and `<poise-view>`, which the studio's build has made: `poise studio` serves the one, `poise/view` is
 * the other. The physics engine (10 MB) stays out; the server takes it from where `@mujoco/mujoco` is installed.
 */
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const made = fileURLToPath(new URL('../../studio/dist', import.meta.url));
const dist = fileURLToPath(new URL('../dist', import.meta.url));

const view = join(made, 'view');
const isTaken = (path) => path !== view && !path.startsWith(view + sep) && !/mujoco[\w-]*\.wasm$/.test(path);

rmSync(join(dist, 'studio'), { recursive: true, force: true });
cpSync(made, join(dist, 'studio'), { recursive: true, filter: isTaken });
mkdirSync(join(dist, 'cdn'), { recursive: true });
cpSync(join(view, 'poise-view.js'), join(dist, 'cdn', 'view.js'));
