/** Entry of a worker thread: piscina calls the default export with each task. */
import { fillCell } from './cell-task.ts';

export default fillCell;
