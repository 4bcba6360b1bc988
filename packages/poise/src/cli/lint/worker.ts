/** Entry of a worker thread: piscina calls the default export with each task. */
import { lintFile } from './lint-file.ts';

export default lintFile;
