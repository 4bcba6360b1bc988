/** Pictures become a WebM video: a hidden browser encodes them (WebCodecs), Poise writes the file. Pictures are drawn one by one, as the browser asks for them. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UsageError } from '../../errors.ts';
import type { Canvas } from '../../report/picture/canvas.ts';
import type { EncodedPicture } from '../../report/picture/encoded.ts';
import { type WebmTrack, writeWebm } from '../../report/picture/webm.ts';
import { findBrowser, openHidden } from './browser.ts';
import { encoderPage } from './encoder-page.ts';

const PATIENCE = 60_000; // [ms] without a word from the browser
const MOST_PIECE = 64e6; // [bytes] of one encoded picture

/** A video of the pictures, each shown for `frameTime` [ms]. Throws UsageError where no browser encodes it. */
export async function encodeVideo(
  pictures: Iterable<Canvas>,
  frameTime: number,
  browser = findBrowser(),
): Promise<Uint8Array> {
  const rows = pictures[Symbol.iterator]();
  const pieces: EncodedPicture[] = [];
  const secret = `/${randomUUID()}/`; // other pages of this machine do not know the address
  const { done, finish, fail } = completion<WebmTrack>();
  let waiting = patience(fail);

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://poise');
    if (!url.pathname.startsWith(secret)) {
      response.writeHead(404).end();
      return;
    }
    clearTimeout(waiting);
    waiting = patience(fail);
    const told = url.searchParams;
    switch (url.pathname.slice(secret.length)) {
      case '':
        response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(encoderPage(frameTime));
        return;
      case 'picture': {
        const { done: all, value } = rows.next();
        if (all) response.writeHead(204).end();
        else
          response
            .writeHead(200, { 'X-Width': value.width, 'X-Height': value.height })
            .end(Buffer.from(value.rgb.buffer));
        return;
      }
      case 'piece':
        pieces.push({ time: Number(told.get('time')), key: told.get('key') === '1', data: await bodyOf(request) });
        break;
      case 'done': {
        const codec = told.get('codec') === 'V_VP8' ? 'V_VP8' : 'V_VP9';
        finish({ codec, width: Number(told.get('width')), height: Number(told.get('height')), frameTime });
        break;
      }
      default:
        fail(new UsageError(`the browser could not encode the video: ${told.get('reason') ?? 'no reason given'}`));
    }
    response.writeHead(204).end();
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => {
      response.destroy();
      fail(error);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const running = await openHidden(browser, `http://127.0.0.1:${port}${secret}`);
  try {
    return writeWebm(await Promise.race([done, running.ended]), pieces);
  } finally {
    clearTimeout(waiting);
    await running.close();
    server.closeAllConnections();
    server.close();
  }
}

const patience = (fail: (error: Error) => void): NodeJS.Timeout =>
  setTimeout(() => fail(new UsageError(`the browser has not answered for ${PATIENCE / 1000} s`)), PATIENCE);

function completion<T>() {
  let finish!: (value: T) => void;
  let fail!: (error: Error) => void;
  const done = new Promise<T>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  done.catch(() => {});
  return { done, finish, fail };
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += (part as Buffer).length;
    if (size > MOST_PIECE) throw new UsageError('the browser sent an encoded picture beyond 64 MB');
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}
