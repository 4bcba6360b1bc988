// Keeps the studio's own files in this browser, so that it works without a network after the first load. It never sees the
// user's files: those are not fetched.
const LIST = './offline.json';

const cacheName = (files) =>
  `poise-${files.join().length}-${files
    .join()
    .split('')
    .reduce((sum, c) => (31 * sum + c.charCodeAt(0)) | 0, 7)}`;

async function fill() {
  const files = await (await fetch(LIST, { cache: 'no-store' })).json();
  const cache = await caches.open(cacheName(files));
  await cache.addAll(['./', ...files]);
  for (const name of await caches.keys())
    if (name.startsWith('poise-') && name !== cacheName(files)) await caches.delete(name);
}

self.addEventListener('install', (event) => event.waitUntil(fill().then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** The page itself comes from the network where there is one, so that a new build is seen; its parts carry their version in
 *  their names. */
self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || new URL(event.request.url).origin !== self.location.origin) return;
  const kept = () => caches.match(event.request, { ignoreSearch: true, ignoreVary: true });
  if (event.request.mode === 'navigate') {
    event.respondWith(
      fetch(event.request).catch(
        async () => (await kept()) ?? (await caches.match('./', { ignoreVary: true })) ?? Response.error(),
      ),
    );
  } else event.respondWith(kept().then((found) => found ?? fetchAndKeep(event.request)));
});

/** What is not on the list is kept once it is used: the physics engine, which not everybody needs. */
async function fetchAndKeep(request) {
  const answer = await fetch(request);
  if (answer.ok && new URL(request.url).pathname.endsWith('.wasm')) {
    const files = await (await fetch(LIST)).json();
    const cache = await caches.open(cacheName(files));
    await cache.put(request, answer.clone());
  }
  return answer;
}
