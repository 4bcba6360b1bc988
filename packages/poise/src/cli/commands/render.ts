import { type Command, Option } from 'commander';
import { UsageError } from '../../errors.ts';
import { extensionOf } from '../../motion/formats/index.ts';
import type { Canvas } from '../../report/picture/canvas.ts';
import { createCamera, STRIP_DEFAULTS, stripFrames } from '../../report/picture/film-strip.ts';
import { writeGif } from '../../report/picture/gif.ts';
import { type Io, writeOutput } from '../io.ts';
import { judgeClip } from '../judge.ts';
import { createShareBar } from '../lint/progress.ts';
import { loadClip } from '../load.ts';
import {
  addBodyOptions,
  addBorderOptions,
  type BodyFlags,
  type BorderFlags,
  notNegative,
  positive,
  wholePositive,
} from '../options.ts';
import { findBrowser } from '../picture/browser.ts';
import { encodeVideo } from '../picture/video.ts';

interface RenderFlags extends BorderFlags, BodyFlags {
  readonly out: string;
  readonly width: number;
  readonly rate: number;
  readonly view: 'side' | 'front';
  readonly from: number;
  readonly to?: number;
}

const MOST_RATE = 50; // [1/s] what viewers of GIF files show
const ENDINGS = ['.gif', '.webm'];
const MOST_FRAMES = 3000; // a minute at the highest rate
const HUNDREDTHS = 100;

export function addRender(program: Command, io: Io): void {
  const command = program
    .command('render')
    .argument('<file>', 'motion file')
    .description('draw a clip as an animation (GIF or WebM), with floor, balance point and findings')
    .requiredOption(
      '-o, --out <file>',
      'animation to write: .gif, or .webm where Chromium, Chrome or Edge is installed',
    )
    .option('--width <pixels>', 'width of the picture', wholePositive, 320)
    .option('--rate <fps>', `pictures per second, at most ${MOST_RATE}`, positive, 25)
    .option('--from <s>', 'where it begins', notNegative, 0)
    .option('--to <s>', 'where it ends (default: the end)', notNegative)
    .addOption(new Option('--view <side>', 'where it is seen from').choices(['side', 'front']).default('side'));
  addBodyOptions(addBorderOptions(command)).action(async (file: string, flags: RenderFlags) => {
    const { out, width, rate } = flags;
    const ending = extensionOf(out);
    if (!ENDINGS.includes(ending)) throw new UsageError(`--out: expected a .gif or .webm file, found "${out}"`);
    const browser = ending === '.webm' ? findBrowser() : undefined; // where there is none, that is said before anything is drawn
    if (rate > MOST_RATE) throw new UsageError(`--rate: expected at most ${MOST_RATE}, found ${rate}`);
    const { clip } = await loadClip(file, flags);
    const delay = Math.round(HUNDREDTHS / rate);
    const [first, last] = endsOf(clip, flags);
    const count = 1 + Math.floor(((last - first) * clip.frameTime * HUNDREDTHS) / delay + 1e-6);
    if (count > MOST_FRAMES)
      throw new UsageError(`${count} pictures are more than ${MOST_FRAMES}: choose --from and --to, or a lower --rate`);
    const frames = Array.from({ length: count }, (_, k) =>
      Math.min(last, first + Math.round((k * delay) / (HUNDREDTHS * clip.frameTime))),
    );
    const camera = createCamera({ clip, ...judgeClip(clip, flags) }, width, frames);
    const bar = createShareBar(io, 'drawing');
    function* pictures(): Generator<Canvas> {
      for (const [k, frame] of frames.entries()) {
        bar.show(k / count);
        yield camera.picture(frame, flags.view);
      }
    }
    const data = browser
      ? await encodeVideo(pictures(), (1000 / HUNDREDTHS) * delay, browser)
      : writeGif(pictures(), delay);
    bar.clear();
    await writeOutput(io, out, data);
  });
}

function endsOf(
  clip: Parameters<typeof stripFrames>[0],
  { from, to = Number.POSITIVE_INFINITY }: RenderFlags,
): [number, number] {
  const ends = stripFrames(clip, { ...STRIP_DEFAULTS, moments: 2, from, to });
  return [ends[0]!, ends.at(-1)!];
}
