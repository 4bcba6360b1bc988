/** Entry of a worker thread: piscina calls the default export with each task. */
import { workOnClip } from './clip-task.ts';

export default workOnClip;
