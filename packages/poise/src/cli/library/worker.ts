/** Entry of a worker thread: piscina calls the default export with each task. */
import { performTask } from './perform-task.ts';

export default performTask;
