/** A rule of `lint` as a page of the documentation. */
import type { Rule } from '../balance/rules/rule.ts';

export const rulePage = ({ id, title, help }: Rule): string => `# ${title}

Rule \`${id}\` of [\`poise lint\`](../lint.md).

${help}

![A performed clip that was made wrong, around the worst frame](images/${id}.svg)

Seen from the person's left: left limbs blue, right ones red, centre of mass black, support green, zero moment point red where it is outside.

In \`poise.config.json\`:

\`\`\`json
{ "rules": { "${id}": "off" } }
\`\`\`

Instead of \`off\`: \`note\`, \`warning\`, \`error\`, or \`{ "severity": "warning", "limit": … }\`. The limit has the unit of the rule's findings, which \`poise lint --json\` prints. What is measured: [metrics](../metrics.md#rules-of-lint).
`;

export const ruleIndex = (rules: readonly Rule[]): string => `# Rules of \`poise lint\`

| rule | finds |
| --- | --- |
${rules.map(({ id, title }) => `| [\`${id}\`](${id}.md) | ${title} |`).join('\n')}
`;
