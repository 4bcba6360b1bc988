/** What can be exported. To add a kind: one entry here. */
import { judgeOptions } from '../../app/requests.ts';
import type { Studio } from '../../app/studio-context.ts';
import type { VideoFormat } from '../../scene/film.ts';
import type { PictureSize } from '../../scene/viewport.ts';
import { durationOnStage, entryOnStage } from '../../state/selectors.ts';
import type { LibraryEntry } from '../../state/types.ts';

export interface ExportKind {
  readonly id: string;
  readonly title: string;
  readonly text: (entry: LibraryEntry, file: string | undefined) => string; // one sentence; `file`: what it came from
  readonly ending: string; // of the file's name
  readonly choices?: readonly Choice[]; // what can be chosen of it
  readonly judged: boolean; // needs a report
  /** Whether it makes sense for what is on stage; without it, it does. `file`: what it came from. */
  readonly offered?: (file: string | undefined) => boolean;
  /** The file, or undefined when it was cancelled. */
  readonly make: (studio: Studio, chosen: Chosen) => Promise<Blob | undefined>;
}

/** Something to choose; the first is usual. An id that begins with a dot is the ending of the file's name. */
export interface Choice {
  readonly label: string;
  readonly options: readonly (readonly [id: string, title: string])[];
}

/** What was chosen, by the label. */
export type Chosen = Readonly<Record<string, string>>;

/** A motion as glTF, in one sentence. */
function glbText({ origin }: LibraryEntry, file: string | undefined): string {
  const props = origin.kind === 'made' && (origin.props?.length ?? 0) > 0;
  if (file !== undefined && /\.(?:glb|gltf)$/i.test(file)) {
    return `Into your own file: its meshes, materials and other animations stay as they are${props ? ', and nothing is added' : ''}`;
  }
  const person = file === undefined ? 'The motion with the mannequin' : 'The motion on its skeleton';
  return `${person}${props ? ' and the things that it meets' : ''}, for engines and the web`;
}

const blobOf = (bytes: Uint8Array, type: string): Blob => new Blob([bytes as Uint8Array<ArrayBuffer>], { type });

const motion =
  (extension: string, type: string) =>
  async ({ session }: Studio) =>
    blobOf(
      await session.write(`Writing ${extension}`, (worker, request) => worker.exportMotion(request, extension)),
      type,
    );

const report =
  (kind: 'html' | 'csv' | 'json', type: string) =>
  async ({ session, store }: Studio) => {
    const state = store.state();
    const title = entryOnStage(state)?.name ?? '';
    const options = judgeOptions(state, state.document);
    return blobOf(
      await session.write(`Writing ${kind}`, (worker, request) => worker.exportReport(request, options, kind, title)),
      type,
    );
  };

function viewportOf({ viewport }: Studio): NonNullable<Studio['viewport']['current']> {
  if (!viewport.current) throw new Error('the picture is not there yet');
  return viewport.current;
}

const VIDEO_FPS = 30;

const FORMAT: Choice = {
  label: 'Format of the video',
  options: [
    ['.webm', 'WebM'],
    ['.mp4', 'MP4'],
    ['.gif', 'GIF'],
  ],
};
const SHAPE: Choice = {
  label: 'Shape of the video',
  options: [
    ['page', 'As on the page'],
    ['16:9', '16:9'],
    ['1:1', '1:1'],
    ['9:16', '9:16'],
  ],
};
const SIZES: Readonly<Record<string, PictureSize>> = {
  '16:9': { width: 1280, height: 720 },
  '1:1': { width: 1080, height: 1080 },
  '9:16': { width: 720, height: 1280 },
};

async function video(studio: Studio, chosen: Chosen): Promise<Blob | undefined> {
  const format = chosen[FORMAT.label]?.slice(1) as VideoFormat;
  const size = SIZES[chosen[SHAPE.label] ?? ''];
  const viewport = viewportOf(studio);
  studio.store.dispatch({ type: 'view/set', view: { playing: false } });
  const to = durationOnStage(studio.store.state());
  return await studio.session.follow('Recording the video', (progress) =>
    viewport.record({ format, size, from: 0, to, fps: VIDEO_FPS, onProgress: progress }),
  );
}

export const EXPORTS: readonly ExportKind[] = [
  {
    id: 'bvh',
    title: 'BVH',
    text: (_, file) =>
      file !== undefined && /\.bvh$/i.test(file)
        ? 'The motion, in the manner of your own file'
        : 'The motion, for every animation program',
    ending: '.bvh',
    judged: false,
    make: motion('.bvh', 'text/plain'),
  },
  {
    id: 'glb',
    title: 'GLB',
    text: glbText,
    ending: '.glb',
    judged: false,
    make: motion('.glb', 'model/gltf-binary'),
  },
  {
    id: 'fbx',
    title: 'FBX',
    text: (_, file) =>
      file !== undefined && /\.fbx$/i.test(file)
        ? 'Into your own file, if it is binary: meshes and other takes stay as they are; else skeleton and motion'
        : 'Skeleton and motion in centimetres, without meshes',
    ending: '.fbx',
    judged: false,
    make: motion('.fbx', 'application/octet-stream'),
  },
  {
    id: 'vrma',
    title: 'VRM animation',
    text: (_, file) =>
      file !== undefined && /\.vrma$/i.test(file)
        ? 'Into your own file: expressions and gaze stay as they are'
        : 'The humanoid bones, for any VRM avatar',
    ending: '.vrma',
    judged: false,
    make: motion('.vrma', 'model/gltf-binary'),
  },
  {
    id: 'npz',
    title: 'NPZ',
    text: (_, file) =>
      file !== undefined && /\.(?:npz|npy|pkl)$/i.test(file)
        ? 'Arrays for numpy, as in your own file where they can hold the motion'
        : 'Arrays for numpy: rotations of SMPL or Kimodo skeletons, else the positions of 22 joints',
    ending: '.npz',
    judged: false,
    make: motion('.npz', 'application/zip'),
  },
  {
    id: 'trc',
    title: 'TRC',
    text: () => 'Joint centres as markers, for OpenSim',
    ending: '.trc',
    judged: false,
    make: motion('.trc', 'text/plain'),
  },
  {
    id: 'mot',
    title: 'MOT',
    text: () => 'Joint angles of your OpenSim model',
    ending: '.mot',
    judged: false,
    offered: (file) => file !== undefined && /\.(?:mot|sto|osim)$/i.test(file),
    make: motion('.mot', 'text/plain'),
  },
  {
    id: 'csv',
    title: 'Signals as CSV',
    text: () => 'Every quantity over time, one row per frame',
    ending: '.csv',
    judged: true,
    make: report('csv', 'text/csv'),
  },
  {
    id: 'json',
    title: 'Signals as JSON',
    text: () => 'The same with roles, summary and findings',
    ending: '.json',
    judged: true,
    make: report('json', 'application/json'),
  },
  {
    id: 'html',
    title: 'Report',
    text: () => 'One page with verdict, plots and figure; opens without a network',
    ending: '-report.html',
    judged: true,
    make: report('html', 'text/html'),
  },
  {
    id: 'png',
    title: 'Picture',
    text: () => 'The view as it is, at twice the size',
    ending: '.png',
    judged: false,
    make: (studio) => viewportOf(studio).snapshot({ scale: 2 }),
  },
  {
    id: 'webm',
    title: 'Video',
    text: () => 'The whole clip from this camera, at its own speed',
    ending: '.webm',
    choices: [FORMAT, SHAPE],
    judged: false,
    make: video,
  },
];
