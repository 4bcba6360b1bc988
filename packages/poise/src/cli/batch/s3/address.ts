/** Addresses of objects in stores that speak the S3 protocol: s3://bucket/key, where the key may be a prefix or a glob. */
import { UsageError } from '../../../errors.ts';

export interface S3Address {
  readonly bucket: string;
  readonly key: string; // '' for the whole bucket
}

const SCHEME = 's3://';
const BUCKET = /^[a-zA-Z0-9][\w.-]{1,253}$/;

export const isS3 = (text: string): boolean => text.startsWith(SCHEME);

/** Throws UsageError that names `option`. */
export function parseS3(text: string, option: string): S3Address {
  const rest = text.slice(SCHEME.length);
  const slash = rest.indexOf('/');
  const bucket = slash < 0 ? rest : rest.slice(0, slash);
  if (!isS3(text) || !BUCKET.test(bucket)) {
    throw new UsageError(`${option}: expected an address as s3://bucket/folder, found "${text}"`);
  }
  return { bucket, key: slash < 0 ? '' : rest.slice(slash + 1) };
}

export const printS3 = ({ bucket, key }: S3Address): string => `${SCHEME}${bucket}/${key}`;

/** Keys come from strangers: those that are no path below a folder are not fetched. */
export const isSafeKey = (key: string): boolean =>
  key !== '' && !/[\\\0]/.test(key) && !key.split('/').some((part) => part === '' || part === '.' || part === '..');
