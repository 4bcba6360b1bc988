/** The page that encodes: it asks for one picture after the other, and sends back what the encoder makes of them. */

const KEY_EVERY = 2000; // [ms]
const BITS_PER_PIXEL = 0.2; // flat colours and thin lines ask for more than film does

const SCRIPT = `
const tell = (what, body) => fetch(what, { method: 'POST', body });
async function run({ frameTime, keyEvery, bitsPerPixel }) {
  if (typeof VideoEncoder === 'undefined') throw new Error('it has no video encoder (WebCodecs)');
  let encoder, settings, chosen, failure, sent = Promise.resolve();
  for (let k = 0; !failure; k++) {
    const answer = await fetch('picture');
    if (answer.status === 204) break;
    const [width, height] = ['X-Width', 'X-Height'].map((name) => Number(answer.headers.get(name)));
    const rgb = new Uint8Array(await answer.arrayBuffer());
    const rgbx = new Uint8Array(4 * width * height).fill(255);
    for (let i = 0; i < width * height; i++) for (let c = 0; c < 3; c++) rgbx[4 * i + c] = rgb[3 * i + c];
    if (!encoder) {
      // Encoders want even sizes.
      const size = { width: width & ~1, height: height & ~1 };
      settings = { ...size, framerate: 1000 / frameTime, bitrate: Math.round(bitsPerPixel * size.width * size.height * 1000 / frameTime) };
      for (const choice of [{ codec: 'vp09.00.41.08', id: 'V_VP9' }, { codec: 'vp8', id: 'V_VP8' }]) {
        const { supported } = await VideoEncoder.isConfigSupported({ codec: choice.codec, ...settings });
        if (supported && !chosen) chosen = choice;
      }
      if (!chosen) throw new Error('it encodes neither VP9 nor VP8 of this size');
      encoder = new VideoEncoder({
        output(chunk) {
          const data = new Uint8Array(chunk.byteLength);
          chunk.copyTo(data);
          const where = 'piece?time=' + chunk.timestamp / 1000 + '&key=' + (chunk.type === 'key' ? 1 : 0);
          sent = sent.then(() => tell(where, data));
        },
        error(error) { failure = error; },
      });
      encoder.configure({ codec: chosen.codec, ...settings });
    }
    const timing = { timestamp: Math.round(1000 * k * frameTime), duration: Math.round(1000 * frameTime) };
    const visibleRect = { x: 0, y: 0, width: settings.width, height: settings.height };
    const picture = new VideoFrame(rgbx, { format: 'RGBX', codedWidth: width, codedHeight: height, visibleRect, ...timing });
    encoder.encode(picture, { keyFrame: k % Math.max(1, Math.round(keyEvery / frameTime)) === 0 });
    picture.close();
    while (encoder.encodeQueueSize > 4 && !failure) await new Promise((resolve) => setTimeout(resolve));
  }
  if (!failure) await encoder.flush();
  if (failure) throw failure;
  await sent;
  await tell('done?codec=' + chosen.id + '&width=' + settings.width + '&height=' + settings.height);
}
`;

/** The page for pictures that are shown for `frameTime` [ms] each. */
export function encoderPage(frameTime: number): string {
  const settings = JSON.stringify({ frameTime, keyEvery: KEY_EVERY, bitsPerPixel: BITS_PER_PIXEL });
  const call = `run(${settings}).catch((error) => tell('failed?reason=' + encodeURIComponent(error.message)));`;
  return `<!doctype html><meta charset="utf-8"><title>Poise</title><script type="module">${SCRIPT}${call}</script>`;
}
