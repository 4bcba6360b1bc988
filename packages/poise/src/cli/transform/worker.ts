/** Entry of a worker thread: piscina calls the default export with each task. */
import { type TransformResult, type TransformTask, transformFile } from './transform-file.ts';

export default (task: TransformTask): Promise<TransformResult> => transformFile(task);
