import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { judge } from '../src/balance/judge.ts';
import { readClips } from '../src/motion/formats/index.ts';
const dir = process.argv[2];
const only = process.argv[3]?.split(',');
const rows = readFileSync(`${dir}/manifest.tsv`, 'utf8').trim().split('\n').map((l) => l.split('\t'));
const R = { note: 0, warning: 1, error: 2 } as const;
const bases = new Map<string, any>();
async function read(path: string) { const [c] = await readClips(readFileSync(path), basename(path), {}); return c; }
const out = new Map<string, any[]>();
let baseErrors: string[] = [];
for (const [name, file, stem, k, a, b] of rows) {
  if (only && !only.includes(name)) continue;
  if (!bases.has(stem)) { const clip = await read(`${stem}-base.bvh`); const j = judge(clip); bases.set(stem, { clip, j });
    const e = j.findings.filter((f) => f.severity === 'error'); if (e.length) baseErrors.push(`${basename(stem)} ${file}: ${e.map((f) => `${f.rule} ${f.value.toFixed(3)}>${f.limit.toFixed(3)} @${f.worst}/${clip.frameCount}`).join('; ')}`); }
  const base = bases.get(stem).j; const clip = await read(`${stem}-${k}.bvh`);
  const j = judge(clip); const near = 0.2 / clip.frameTime; const [s, e] = [Number(a), Number(b)];
  const whole = s === 0 && e >= clip.frameCount - 2;
  const fresh = j.findings.filter((f) => f.start <= e + near && f.end >= s - near && (whole || (f.worst >= s - near && f.worst <= e + near)) && !base.findings.some((o: any) => o.rule === f.rule && R[o.severity as 'error'] >= R[f.severity] && (whole || (o.worst >= s - near && o.worst <= e + near))));
  const rank = Math.max(0, ...fresh.map((f) => R[f.severity]));
  const key = name; if (!out.has(key)) out.set(key, []);
  const t = out.get(key)!; const i = Number(k); if (i === 0) t.push({ file, stem, found: [], why: [] });
  const last = t[t.length - 1]; last.found.push(rank); last.why.push(fresh.filter((f) => R[f.severity] >= 1).map((f) => `${f.severity[0]}:${f.rule} ${f.value.toFixed(3)}/${f.limit.toFixed(3)}`).join(' ') || j.findings.map((f) => `(${f.severity[0]}:${f.rule})`).join(''));
}
for (const [name, t] of out) {
  const sh = (k: number, r: number) => Math.round((100 * t.filter((x) => x.found[k] >= r).length) / t.length);
  console.log(`${name.padEnd(14)} n${t.length} err ${[0, 1, 2].map((k) => sh(k, 2)).join(',')}  warn+ ${[0, 1, 2].map((k) => sh(k, 1)).join(',')} falls ${t.filter((x) => x.found[1] < x.found[0] || x.found[2] < x.found[1]).length}`);
}
console.log('\nBASE ERRORS', baseErrors.length, 'of', bases.size); for (const e of baseErrors) console.log(' ', e);
console.log('\nMISSES');
for (const [name, t] of out) for (const x of t) if (x.found[2] < 2 || x.found[1] < 1 || x.found[1] < x.found[0] || x.found[2] < x.found[1]) console.log(basename(x.stem), x.file, x.found.join(''), '\n     ', x.why.join('\n      '));
