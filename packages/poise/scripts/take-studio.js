/**
 * The package carries the studio and `<poise-view>`, which the studio's build has made: `poise studio` serves the one, `poise/view` is
 * the other. What is elsewhere already stays out, and the server takes it from there: the physics engine (10 MB) from where
 * `@mujoco/mujoco` is installed, the library of responses from dist. So does the picture that shared links show.
 */
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const made = fileURLToPath(new URL('../../studio/dist', import.meta.url));
const dist = fileURLToPath(new URL('../dist', import.meta.url));

const view = join(made, 'view');
const ELSEWHERE = /(?:mujoco[\w-]*\.wasm|push-library[\w-]*\.json|og\.png)$/;
const isTaken = (path) => path !== view && !path.startsWith(view + sep) && !ELSEWHERE.test(path);

rmSync(join(dist, 'studio'), { recursive: true, force: true });
cpSync(made, join(dist, 'studio'), { recursive: true, filter: isTaken });
mkdirSync(join(dist, 'cdn'), { recursive: true });
cpSync(join(view, 'poise-view.js'), join(dist, 'cdn', 'view.js'));
