import { basename } from 'node:path';
import { judge } from '../src/balance/judge.ts';
import { createRng } from '../src/math/random.ts';
import { readClip, SOUND } from './clips.ts';
import { damages as all } from './damage/damages.ts';
import { hashOf } from './halves.ts';
import { orderOf } from './damages.ts';
const ids = process.argv[2].split(','); const seed = Number(process.argv[3] ?? 131); const N = Number(process.argv[4] ?? 6); const verbose = process.argv[5] === 'v';
const R: any = { note: 0, warning: 1, error: 2 };
const sounds: any[] = [];
for (const file of Object.values(SOUND).flat()) { const clip = await readClip(file); sounds.push({ file, clip }); }
for (const d of all.filter((x) => ids.includes(x.id) || ids[0] === 'all')) {
  const order = [...sounds].sort((a, b) => orderOf(a.file, d.id, seed) - orderOf(b.file, d.id, seed)); let done = 0; const rows: any[] = [];
  for (const s of order) { if (done >= N) break; s.judged ??= judge(s.clip);
    const found: number[] = [], alt: number[] = [], why: string[] = []; let ok = true;
    for (const size of d.sizes) { const rng = createRng((hashOf(s.file) ^ Math.imul(seed, 0x9e3779b1)) >>> 0);
      const dm = d.apply({ body: s.judged.body, clip: s.clip, report: s.judged.report, rng }, size); if (!dm) { ok = false; break; }
      const near = 0.2 / dm.clip.frameTime; const whole = dm.wrong.start === 0 && dm.wrong.end === dm.clip.frameCount - 1;
      const there = (f: any) => f.worst >= dm.wrong.start - near && f.worst <= dm.wrong.end + near;
      const known = s.judged.findings.filter((f: any) => whole || there(f));
      const fresh = judge(dm.clip).findings.filter((f) => there(f) && !known.some((k: any) => k.rule === f.rule && R[k.severity] >= R[f.severity]));
      found.push(Math.max(0, ...fresh.map((f) => R[f.severity])));
      alt.push(Math.max(0, ...fresh.map((f) => (f.severity === 'error' && f.rule === 'balance' && f.value < Number(process.env.BL ?? 0.042) && f.unit === 'm' ? 1 : R[f.severity]))));
      why.push(fresh.filter((f) => R[f.severity] > 0).map((f) => `${f.severity[0]}:${f.rule} ${f.value.toFixed(3)}/${f.limit.toFixed(3)}`).join(' ')); }
    if (!ok) continue; done++; rows.push({ file: s.file, found, alt, why }); }
  const sh = (k: number, r: number, key: string) => Math.round(100 * rows.filter((x) => x[key][k] >= r).length / rows.length);
  console.log(`${d.id.padEnd(18)} n${rows.length} err ${[0, 1, 2].map((k) => sh(k, 2, 'found')).join(',')} alt ${[0, 1, 2].map((k) => sh(k, 2, 'alt')).join(',')} warn ${[0, 1, 2].map((k) => sh(k, 1, 'found')).join(',')}`);
  if (verbose) for (const r of rows) if (r.found[2] < 2 || r.found[1] < 1 || r.found[1] < r.found[0] || r.found[2] < r.found[1]) console.log('   ', basename(r.file), r.found.join(''), '\n       ', r.why.join('\n        '));
}
