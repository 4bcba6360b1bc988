import { readFileSync } from 'node:fs';
import { judge } from '/work/wt/19/packages/poise/src/balance/judge.ts';
import { readClips } from '/work/wt/19/packages/poise/src/motion/formats/index.ts';
for (const p of process.argv.slice(2)) {
  const [c] = await readClips(readFileSync(p), 'x.bvh', {}); const j = judge(c);
  console.log(p, c.frameCount, c.provenance, c.floor, JSON.stringify({ ...j.report.ground, patches: j.report.ground.patches.length }), j.report.height, j.report.summary.imbalance);
  console.log(c.source?.notes.map((n) => `${n.topic}: ${n.text} (${n.confidence})`).join('\n   '));
  for (const f of j.findings) console.log('  ', f.severity, f.rule, f.value.toFixed(3), f.limit, f.message);
}
