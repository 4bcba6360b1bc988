import { judge } from '../src/balance/judge.ts';
import { sources } from './variations.ts';
for (const [name, clip] of await sources()) {
  const j = judge(clip);
  for (const f of j.findings) {
    const r = f.rule === 'through-body' ? f.limit / Math.max(f.value, 1e-6) : f.value / f.limit;
    if (f.severity === 'error' || (f.limit > 0 && r > 0.75 && f.severity === 'warning')) console.log(f.severity === 'error' ? 'ERR ' : 'near', r.toFixed(2), name, f.rule, f.value.toFixed(3), f.limit.toFixed(3), `${f.start}-${f.end}/${clip.frameCount}`, f.message.slice(0, 140));
  }
}
