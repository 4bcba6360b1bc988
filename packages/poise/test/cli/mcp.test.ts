/** The server for agents, asked by the protocol's own client over pipes, and by hand. */
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveMcp } from '../../src/cli/mcp/server.ts';
import { argvOf, TOOLS } from '../../src/cli/mcp/tools.ts';
import { run } from '../../src/cli/run.ts';
import { motionFolder } from './support.ts';

const folder = motionFolder();

describe('poise serve --mcp, asked by a client of the protocol', () => {
  const client = new Client({ name: 'test', version: '1' });
  beforeAll(async () => {
    const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
    const main = new URL('../../src/cli/main.ts', import.meta.url).href;
    await writeFile(folder.path('start.mjs'), `import { main } from '${main}'; await main();`);
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: ['--import', loader, folder.path('start.mjs'), 'serve', '--mcp', '--folder', folder.path('')],
        cwd: fileURLToPath(new URL('../..', import.meta.url)),
      }),
    );
  });
  afterAll(() => client.close());

  it('says what it can do', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['info', 'judge', 'measure', 'mend', 'react', 'strip']);
  });

  it('judges, measures and draws a clip', async () => {
    const textOf = (answer: unknown): string => (answer as { content: [{ text: string }] }).content[0].text;
    const verdict = JSON.parse(textOf(await client.callTool({ name: 'judge', arguments: { file: 'lean.bvh' } })));
    expect(verdict.verdict.status).toBe('bad');
    expect(verdict).not.toHaveProperty('series');
    expect(verdict.findings.some(({ severity }: { severity: string }) => severity === 'error')).toBe(true);
    const measured = JSON.parse(textOf(await client.callTool({ name: 'measure', arguments: { file: 'squat.bvh' } })));
    expect(measured[0]['poise-zmp-outside']).toBeLessThan(0.1);
    const strip = await client.callTool({ name: 'strip', arguments: { file: 'squat.bvh', out: 'squat.png' } });
    expect(await readFile(folder.path('squat.png'))).toBeDefined();
    const [, picture] = strip.content as [unknown, { type: string; data: string }];
    expect(picture.type).toBe('image');
    expect(Buffer.from(picture.data, 'base64').subarray(1, 4).toString('latin1')).toBe('PNG');
  });
});

describe('the server', () => {
  /** Answers to lines, in order. */
  async function ask(...lines: (string | object)[]) {
    const answers: string[] = [];
    async function* given() {
      for (const line of lines) yield typeof line === 'string' ? line : JSON.stringify({ jsonrpc: '2.0', ...line });
    }
    await serveMcp(given(), (line) => answers.push(line), { folder: folder.path(''), run });
    return answers.map((line) => JSON.parse(line));
  }
  const call = (name: string, args: unknown) => ({ id: 1, method: 'tools/call', params: { name, arguments: args } });

  it('stays inside its folder, whatever links say', async () => {
    await mkdir(folder.path('in'), { recursive: true });
    await symlink('/etc', folder.path('in/out'));
    const paths = ['../x.bvh', '/etc/passwd', 'in/out/passwd', 'in/out/new.bvh', 'in/../../x.bvh', 'a\0b.bvh'];
    for (const file of paths) {
      const [answer] = await ask(call('info', { file }));
      expect(answer.result.isError).toBe(true);
      expect(answer.result.content[0].text).toMatch(/outside the folder|zero byte/);
      const [written] = await ask(call('mend', { file: 'squat.bvh', out: file }));
      expect(written.result.content[0].text).toMatch(/outside the folder|zero byte/);
    }
  });

  it('says what is wrong with a call, and goes on', async () => {
    const [noJson, list, noMethod, noTool, noText, noFile, typo, wrongType, broken, proto, pong] = await ask(
      '{',
      '[1]',
      { id: 2, method: 'resources/list' },
      call('nonsense', {}),
      call({ toString: 1 } as never, {}),
      call('judge', {}),
      call('judge', { file: 'squat.bvh', fil: 1 }),
      call('react', { file: 'squat.bvh', out: 'x.bvh', pushes: 'hard' }),
      call('judge', { file: 'broken.bvh' }),
      '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"judge","arguments":{"__proto__":"x","file":"squat.bvh"}}}',
      { id: 9, method: 'ping' },
    );
    expect(noJson.error.code).toBe(-32700);
    expect(list.error.code).toBe(-32600);
    expect(noMethod.error.code).toBe(-32601);
    expect(noTool.error.message).toMatch(/unknown tool "nonsense"; expected info, judge/);
    expect(noText.error.message).toMatch(/unknown tool an object/);
    expect(noFile.result.content[0].text).toMatch(/"file" is missing/);
    expect(typo.result.content[0].text).toMatch(/unknown argument "fil"/);
    expect(wrongType.result.content[0].text).toMatch(/expected an array of texts/);
    expect(broken.result).toMatchObject({ isError: true });
    expect(broken.result.content[0].text).toMatch(/broken\.bvh:\d+/);
    expect(proto.result.content[0].text).toMatch(/unknown argument "__proto__"/);
    expect(pong).toEqual({ jsonrpc: '2.0', id: 9, result: {} });
  });

  it('pushes as the command line does', async () => {
    const confine = async (path: string) => `/folder/${path}`;
    const react = TOOLS.find(({ name }) => name === 'react')!;
    const given = { file: 'a.bvh', out: 'b.glb', pushes: ['t=1 impulse=0,0,30', 't=2 impulse=9,0,0'] };
    expect((await argvOf(react, given, confine)).argv.join(' ')).toBe(
      'react /folder/a.bvh -o /folder/b.glb --json --push t=1 impulse=0,0,30 --push t=2 impulse=9,0,0',
    );
  });

  it('does not answer notifications', async () => {
    expect(await ask({ method: 'notifications/initialized' }, '', { id: 1, result: {} })).toEqual([]);
  });
});
