/** Object stores that speak the S3 protocol, through Amazon's client: an optional package, for nobody else needs it. */
import { UsageError } from '../../../errors.ts';
import { FileError } from '../../exit-codes.ts';
import { printS3, type S3Address } from './address.ts';

export interface StoredObject {
  readonly key: string;
  readonly etag: string; // changes with the content
  readonly size: number; // [bytes]
}

/** What a batch needs of a store. All throw FileError with the address. */
export interface ObjectStore {
  /** Objects whose key begins with that of the address, in the order of their keys. */
  readonly list: (address: S3Address) => AsyncIterable<StoredObject>;
  readonly read: (address: S3Address) => Promise<Uint8Array>;
  readonly write: (address: S3Address, data: Uint8Array, sha256: string) => Promise<void>;
  /** The hash that `write` left with an object; undefined where there is no object, or another one. */
  readonly hashOf: (address: S3Address) => Promise<string | undefined>;
  readonly close: () => void;
}

const PACKAGE = '@aws-sdk/client-s3';
const HASH = 'sha256'; // name of the metadata

type Command = abstract new (input: Readonly<Record<string, unknown>>) => unknown;

/** The package, as far as Poise uses it. */
interface S3Package {
  readonly S3Client: new (
    settings: Readonly<Record<string, unknown>>,
  ) => {
    readonly send: (command: unknown) => Promise<unknown>;
    readonly destroy: () => void;
  };
  readonly ListObjectsV2Command: Command;
  readonly GetObjectCommand: Command;
  readonly PutObjectCommand: Command;
  readonly HeadObjectCommand: Command;
}

interface Page {
  readonly Contents?: readonly { readonly Key?: string; readonly ETag?: string; readonly Size?: number }[];
  readonly NextContinuationToken?: string;
}

async function loadClient(): Promise<S3Package> {
  try {
    return (await import(PACKAGE as string)) as S3Package;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UsageError(`s3:// addresses need a package that is not installed: npm install ${PACKAGE}`);
  }
}

/** Credentials, region and endpoint are those of the environment (AWS_ACCESS_KEY_ID …, AWS_REGION, AWS_ENDPOINT_URL) or of a profile. */
export async function openStore(env: NodeJS.ProcessEnv = process.env): Promise<ObjectStore> {
  const s3 = await loadClient();
  const endpoint = env['AWS_ENDPOINT_URL_S3'] ?? env['AWS_ENDPOINT_URL'];
  const client = new s3.S3Client({
    region: env['AWS_REGION'] ?? env['AWS_DEFAULT_REGION'] ?? 'us-east-1',
    // stores other than Amazon's seldom have a host name per bucket, nor its newer checksums
    ...(endpoint && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const send = async <T>(address: S3Address, Kind: Command, input: Readonly<Record<string, unknown>>): Promise<T> => {
    const NewCommand = Kind as new (input: Readonly<Record<string, unknown>>) => unknown;
    try {
      return (await client.send(new NewCommand(input))) as T;
    } catch (error) {
      throw storeError(address, error);
    }
  };
  return {
    async *list(address) {
      let token: string | undefined;
      do {
        const input = { Bucket: address.bucket, Prefix: address.key, ContinuationToken: token };
        const page: Page = await send(address, s3.ListObjectsV2Command, input);
        for (const { Key: key, ETag: etag = '', Size: size = 0 } of page.Contents ?? []) {
          if (key !== undefined) yield { key, etag, size };
        }
        token = page.NextContinuationToken;
      } while (token !== undefined);
    },
    async read(address) {
      type Answer = { readonly Body: { readonly transformToByteArray: () => Promise<Uint8Array> } };
      const { Body }: Answer = await send(address, s3.GetObjectCommand, { Bucket: address.bucket, Key: address.key });
      return await Body.transformToByteArray().catch((error: unknown) => {
        throw storeError(address, error);
      });
    },
    async write(address, data, sha256) {
      const input = { Bucket: address.bucket, Key: address.key, Body: data, Metadata: { [HASH]: sha256 } };
      await send(address, s3.PutObjectCommand, input);
    },
    async hashOf(address) {
      try {
        const input = { Bucket: address.bucket, Key: address.key };
        const { Metadata }: { readonly Metadata?: Readonly<Record<string, string>> } = await send(
          address,
          s3.HeadObjectCommand,
          input,
        );
        return Metadata?.[HASH];
      } catch (error) {
        if (httpStatus((error as Error).cause) === 404) return undefined;
        throw error;
      }
    },
    close: () => client.destroy(),
  };
}

const httpStatus = (error: unknown): number | undefined =>
  (error as { readonly $metadata?: { readonly httpStatusCode?: number } } | undefined)?.$metadata?.httpStatusCode;

function storeError(address: S3Address, error: unknown): FileError {
  const { name, message } = error as Error;
  const said = [name, message].filter((part) => part && part !== 'Error' && part !== 'UnknownError').join(': ');
  const status = httpStatus(error);
  const reason = said || (status ? `the store answered with status ${status}` : 'the store did not answer');
  return new FileError(`${printS3(address)}: ${reason}`, { cause: error });
}
