// The picture that a shared link shows: somebody is pushed and catches themselves, drawn by the library itself at build time.
import { readFileSync } from 'node:fs';

const poise = new URL('../poise/dist/', import.meta.url);
const PUSH = { time: 0.6, impulse: [0, 0, 45] }; // [s], [N·s] forward
const STRIP = { moments: 4, from: 0.5, to: 1.9, view: 'both', cell: 300 }; // 1200 px wide

/** PNG of a film strip. */
async function picture() {
  const load = (path) => import(new URL(path, poise).href);
  const { fitBody, judge, motionNamed, perform, react, unpackLibrary } = await load('index.js');
  const { pushTrack } = await load('entries/react.js');
  const [{ filmStrip }, { writePng }] = await Promise.all([
    load('report/picture/film-strip.js'),
    load('cli/picture/png.js'),
  ]);
  const clip = perform(motionNamed('idle'));
  const body = fitBody(clip);
  const library = unpackLibrary(readFileSync(new URL('push-library.json', poise), 'utf8'), 'built-in');
  const pushes = [{ ...PUSH, segment: body.roles.chest ?? 0 }];
  const { clip: pushed } = react({ body, clip, pushes }, { library });
  return writePng(
    filmStrip(
      { clip: pushed, ...judge(pushed, { person: body, external: pushes.map((push) => pushTrack(push, body)) }) },
      STRIP,
    ),
  );
}

/** Emits the picture, and names it in the page; POISE_STUDIO_URL: where the studio will stand, since links need whole addresses. */
export const sharePicture = () => ({
  name: 'share-picture',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'og.png', source: await picture() });
  },
  transformIndexHtml: (html) => html.replaceAll('%STUDIO%', process.env['POISE_STUDIO_URL'] ?? './'),
});
