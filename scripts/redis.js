// Finds the redis-server that tests of batches on many machines start.
import { existsSync } from 'node:fs';

const PLACES = [
  process.env['POISE_REDIS_SERVER'],
  '/usr/bin/redis-server',
  '/usr/local/bin/redis-server',
  '/opt/homebrew/bin/redis-server',
];

export const HOW_TO_INSTALL_REDIS =
  'Tests of batches on many machines need redis-server. Install it (Debian: `apt-get install -y redis-server`), or set POISE_REDIS_SERVER to its path.';

/** Path of a redis-server on this machine, or undefined. */
export function findRedis() {
  return PLACES.find((place) => place && existsSync(place));
}
