import { judge } from '../src/balance/judge.ts';
import { sources } from './variations.ts';
for (const [name, clip] of await sources()) { if (name !== process.argv[2]) continue;
  const { report } = judge(clip); const foot = report.feet[Number(process.argv[5] ?? 0)];
  const T = { left: 0 } as any;
  for (let f = Number(process.argv[3]); f < Number(process.argv[4]); f += 3) { const v = Math.hypot(foot.skateVelocity[2 * f], foot.skateVelocity[2 * f + 1]);
    console.log(f, `${foot.heel[f]}${foot.ball[f]}${foot.toe[f]}`, 'v', v.toFixed(2), foot.skateVelocity[2*f].toFixed(2), foot.skateVelocity[2*f+1].toFixed(2), 'load', foot.load[f].toFixed(2), 'clr', (100 * foot.clearance[f]).toFixed(1), 'ankle', [0,1,2].map((k) => foot.ankle[3 * f + k].toFixed(3)).join(' '), report.phase[f]); }
}
