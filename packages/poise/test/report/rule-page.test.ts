import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rules } from '../../src/balance/lint.ts';
import { ruleIndex, rulePage } from '../../src/report/rule-page.ts';
import { ruleExample } from '../../validate/rule-examples.ts';

const folder = new URL('../../../../docs/rules/', import.meta.url);
const stored = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

describe('docs/rules (made by scripts/rule-pages.ts)', () => {
  it('has a page of every rule, as the rule says it, and no other', () => {
    const pages = readdirSync(folder)
      .filter((name) => name !== 'images')
      .sort();
    expect(pages).toEqual(['README.md', ...rules.map(({ id }) => `${id}.md`)].sort());
    for (const rule of rules) expect(stored(`${rule.id}.md`)).toBe(rulePage(rule));
    expect(stored('README.md')).toBe(ruleIndex(rules));
  });

  it.each(rules.map(({ id }) => id))('shows a clip that %s complains of', (id) => {
    const { finding, picture } = ruleExample(id);
    expect(finding?.rule).toBe(id);
    expect(stored(`images/${id}.svg`)).toBe(picture);
  });
});
