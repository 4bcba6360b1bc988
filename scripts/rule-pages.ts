/** Writes docs/rules: one page per rule of `poise lint`, from the table of rules, and a picture of a performed clip that the rule complains
 *  of. `tsx scripts/rule-pages.ts` */
import { mkdirSync, writeFileSync } from 'node:fs';
import { rules } from '../packages/poise/src/balance/lint.ts';
import { ruleIndex, rulePage } from '../packages/poise/src/report/rule-page.ts';
import { ruleExample } from '../packages/poise/validate/rule-examples.ts';

const folder = new URL('../docs/rules/', import.meta.url);
const images = new URL('images/', folder);
mkdirSync(images, { recursive: true });
for (const rule of rules) {
  writeFileSync(new URL(`${rule.id}.md`, folder), rulePage(rule));
  writeFileSync(new URL(`${rule.id}.svg`, images), ruleExample(rule.id).picture);
}
writeFileSync(new URL('README.md', folder), ruleIndex(rules));
