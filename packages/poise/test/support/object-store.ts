/** A small store that speaks the S3 protocol as far as a batch uses it: list (a few keys per page), get, head, put. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Stored {
  readonly data: Buffer;
  readonly hash: string | undefined; // of the metadata
}

const PAGE = 2; // keys per page, so that every list has several

export class FakeStore {
  readonly objects = new Map<string, Stored>(); // by bucket/key
  readonly calls: string[] = []; // "GET bucket/key", in their order
  refuse = false;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const url = new URL(request.url!, 'http://store');
      const name = decodeURIComponent(url.pathname.slice(1));
      this.calls.push(`${request.method} ${url.searchParams.has('list-type') ? 'list ' : ''}${name}`);
      const signed = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=somebody/') ?? false;
      if (this.refuse || !signed) {
        response.writeHead(403, { 'Content-Type': 'application/xml' });
        response.end('<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Not for you</Message></Error>');
      } else if (url.searchParams.has('list-type')) {
        response.writeHead(200, { 'Content-Type': 'application/xml' }).end(this.#page(name, url.searchParams));
      } else if (request.method === 'PUT') {
        const hash = request.headers['x-amz-meta-sha256'];
        this.put(name, await bodyOf(request), typeof hash === 'string' ? hash : undefined);
        response.writeHead(200).end();
      } else {
        const found = this.objects.get(name);
        if (!found) response.writeHead(404).end();
        else {
          const meta = found.hash === undefined ? {} : { 'x-amz-meta-sha256': found.hash };
          response.writeHead(200, { 'Content-Length': found.data.length, ...meta });
          response.end(request.method === 'HEAD' ? undefined : found.data);
        }
      }
    });
  }

  static async open(): Promise<FakeStore> {
    const store = new FakeStore();
    await new Promise<void>((resolve) => store.#server.listen(0, '127.0.0.1', resolve));
    return store;
  }

  /** What a process needs to find the store. */
  get environment(): Readonly<Record<string, string>> {
    const { port } = this.#server.address() as AddressInfo;
    const keys = { AWS_ACCESS_KEY_ID: 'somebody', AWS_SECRET_ACCESS_KEY: 'secret', AWS_REGION: 'eu-central-1' };
    return { ...keys, AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`, AWS_MAX_ATTEMPTS: '1' };
  }

  put(name: string, data: Uint8Array, hash?: string): void {
    this.objects.set(name, { data: Buffer.from(data), hash });
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #page(bucket: string, query: URLSearchParams): string {
    const start = `${bucket.replace(/\/$/, '')}/`;
    const prefix = query.get('prefix') ?? '';
    const keys = [...this.objects.keys()].filter((name) => name.startsWith(start + prefix)).sort();
    const from = Number(query.get('continuation-token') ?? 0);
    const contents = keys.slice(from, from + PAGE).map((name) => {
      const { data } = this.objects.get(name)!;
      const etag = createHash('md5').update(data).digest('hex');
      const key = name.slice(start.length);
      return `<Contents><Key>${key}</Key><ETag>&quot;${etag}&quot;</ETag><Size>${data.length}</Size></Contents>`;
    });
    const more = from + PAGE < keys.length;
    const next = more ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : '';
    return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
