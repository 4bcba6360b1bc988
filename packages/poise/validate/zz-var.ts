import { judge } from '../src/balance/judge.ts';
import { createRng } from '../src/math/random.ts';
import { hashOf } from './halves.ts';
import { sources } from './variations.ts';
import { variations } from './variations/kinds.ts';
const ids = process.argv[2].split(','); const seeds = process.argv[3].split(',').map(Number);
const count: any = {};
for (const [name, clip] of await sources()) { if (process.argv[4] && !process.argv[4].split(",").includes(name)) continue;
  const before = judge(clip).findings.filter((f) => f.severity === 'error');
  for (const v of variations.filter((v) => ids.includes(v.id))) for (const seed of seeds) {
    const varied = await v.apply(clip, createRng((hashOf(`${name}-${v.id}.x`) ^ Math.imul(seed, 0x9e3779b1)) >>> 0)); if (!varied) continue;
    const c = (count[v.id] ??= { n: 0, bad: 0 }); c.n++;
    const pace = v.id === 'size' ? clip.frameTime / varied.clip.frameTime : 1;
    const at = (fr: number, own: any, from = 0) => from + fr * own.frameTime;
    const fresh = judge(varied.clip).findings.filter((f) => f.severity === 'error' && !before.some((o) => at(o.start, clip) < pace * at(f.end, varied.clip, varied.from) + 0.5 && at(o.end, clip) > pace * at(f.start, varied.clip, varied.from) - 0.5));
    if (fresh.length) { c.bad++; console.log(v.id, seed, name, `from ${varied.from.toFixed(2)} len ${(varied.clip.frameCount * varied.clip.frameTime).toFixed(2)}`, fresh.map((f) => `${f.rule} ${f.value.toFixed(3)}/${f.limit.toFixed(3)} @${(f.worst * varied.clip.frameTime).toFixed(2)}`).join('; ')); }
  }
}
console.log(JSON.stringify(count));
