/** Model Context Protocol over lines of JSON-RPC 2.0: a client asks, Poise answers, one request at a time. */
import { shown, UsageError } from '../../errors.ts';
import { EXIT, explain } from '../exit-codes.ts';
import { type Io, keepingIo } from '../io.ts';
import { VERSION } from '../version.ts';
import { type Confine, confineTo } from './confine.ts';
import { argvOf, pictureContent, TOOLS } from './tools.ts';

/** Versions of the protocol, the newest first; what this server uses of them is the same. */
const PROTOCOLS = ['2025-06-18', '2025-03-26', '2024-11-05'] as const;
const LONGEST_LINE = 2 ** 20; // [characters] calls hold paths, not motions
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const NO_METHOD = -32601;
const INVALID_PARAMS = -32602;

export interface McpOptions {
  readonly folder: string; // that paths are confined to
  /** The command line: arguments in, exit code out. */
  readonly run: (argv: readonly string[], io: Io) => Promise<number>;
}

type Json = Readonly<Record<string, unknown>>;

class RpcError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Answers the lines of a client until they end. */
export async function serveMcp(
  lines: AsyncIterable<string>,
  send: (line: string) => void,
  options: McpOptions,
): Promise<void> {
  const confine = await confineTo(options.folder);
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const answer = await answerLine(line, (method, params) => dispatch(method, params, confine, options));
    if (answer !== undefined) send(JSON.stringify(answer));
  }
}

async function answerLine(
  line: string,
  call: (method: string, params: unknown) => Promise<unknown>,
): Promise<Json | undefined> {
  let id: unknown = null;
  try {
    const message = parse(line);
    if (message.id !== undefined) id = idOf(message.id);
    if (typeof message.method !== 'string') {
      if ('result' in message || 'error' in message) return undefined; // an answer to something that was not asked
      throw new RpcError(INVALID_REQUEST, 'expected a method');
    }
    const isNotification = message.id === undefined;
    if (isNotification) return undefined; // initialized, cancelled: nothing waits
    return { jsonrpc: '2.0', id, result: await call(message.method, message.params) };
  } catch (error) {
    if (error instanceof RpcError) return { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } };
    throw error;
  }
}

/** What a client may call its request; anything else cannot be sent back. */
function idOf(id: unknown): unknown {
  if (typeof id === 'string' || typeof id === 'number' || id === null) return id;
  throw new RpcError(INVALID_REQUEST, 'expected a text or a number as id');
}

function parse(line: string): Json {
  if (line.length > LONGEST_LINE)
    throw new RpcError(INVALID_REQUEST, `a message is longer than ${LONGEST_LINE} characters`);
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    throw new RpcError(PARSE_ERROR, 'expected one JSON object per line');
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message)) {
    throw new RpcError(INVALID_REQUEST, 'expected a JSON object');
  }
  return message as Json;
}

async function dispatch(method: string, params: unknown, confine: Confine, options: McpOptions): Promise<unknown> {
  const given = (typeof params === 'object' && params !== null ? params : {}) as Json;
  if (method === 'ping') return {};
  if (method === 'initialize') {
    const asked = PROTOCOLS.find((version) => version === given.protocolVersion);
    return {
      protocolVersion: asked ?? PROTOCOLS[0],
      capabilities: { tools: {} },
      serverInfo: { name: 'poise', version: VERSION },
    };
  }
  if (method === 'tools/list') {
    return {
      tools: TOOLS.map(({ name, description, properties, required }) => ({
        name,
        description,
        inputSchema: { type: 'object', properties, required, additionalProperties: false },
      })),
    };
  }
  if (method === 'tools/call') return await callTool(given, confine, options);
  throw new RpcError(NO_METHOD, `unknown method "${method}"`);
}

async function callTool(
  { name, arguments: given = {} }: Json,
  confine: Confine,
  { run }: McpOptions,
): Promise<unknown> {
  const tool = TOOLS.find((candidate) => candidate.name === name);
  if (!tool)
    throw new RpcError(
      INVALID_PARAMS,
      `unknown tool ${shown(name)}; expected ${TOOLS.map((one) => one.name).join(', ')}`,
    );
  try {
    const { argv, picture } = await argvOf(tool, given, confine);
    const { io, printed } = keepingIo();
    const code = await run(argv, io);
    const { stdout, stderr } = printed();
    const failed = code !== EXIT.fine && code !== EXIT.findings;
    const text = [stdout, stderr].filter(Boolean).join('\n').trim();
    const shown = picture !== undefined && !failed ? [await pictureContent(picture)] : [];
    return { content: [{ type: 'text', text }, ...shown], isError: failed };
  } catch (error) {
    if (!(error instanceof UsageError)) throw new RpcError(INVALID_PARAMS, explain(error).line);
    return { content: [{ type: 'text', text: error.message }], isError: true };
  }
}
