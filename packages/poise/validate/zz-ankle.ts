import { judge } from '../src/balance/judge.ts';
import { median, percentile } from '../src/math/order-statistics.ts';
import { sources } from './variations.ts';
for (const [name, clip] of await sources()) {
  const j = judge(clip);
  for (const f of j.findings.filter((f) => f.rule === 'penetration' && f.value > 0.045 && /foot/.test(f.message))) {
    const foot = j.report.feet[/left/.test(f.message) ? 0 : 1];
    const hs: number[] = []; for (let k = 0; k < clip.frameCount; k++) if (foot.heel[k] + foot.ball[k] + foot.toe[k] > 0 && foot.clearance[k] > -0.03) hs.push(foot.ankle[3 * k + 1]);
    const st = hs.length ? median(hs) : NaN;
    console.log(name, f.severity, 'depth', f.value.toFixed(3), 'ankle drop', (st - foot.ankle[3 * f.worst + 1]).toFixed(3), 'p25', (percentile(hs, 0.25) - foot.ankle[3 * f.worst + 1]).toFixed(3), 'p10', (percentile(hs, 0.1) - foot.ankle[3 * f.worst + 1]).toFixed(3), 'ankle stand', st.toFixed(3), 'h', j.report.height.toFixed(2));
  }
}
