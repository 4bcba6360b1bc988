/** What may stand in poise.config.json. The JSON schema in the package is this table; `npm run build` writes it. */
import { SEVERITIES } from '../../balance/finding.ts';
import { rules } from '../../balance/lint.ts';
import { TABLE_NAMES } from '../../body/tables.ts';
import type { Schema } from './json-schema.ts';

const SETTINGS = ['off', ...SEVERITIES] as const;
const positive = (description: string): Schema => ({ type: 'number', exclusiveMinimum: 0, description });

const ruleSchema: Schema = {
  anyOf: [
    { enum: SETTINGS, description: 'off, or the severity that all findings of the rule get' },
    {
      type: 'object',
      additionalProperties: false,
      properties: {
        severity: { enum: SETTINGS, description: 'off, or the severity that all findings of the rule get' },
        limit: {
          type: 'number',
          minimum: 0,
          description: 'findings whose value does not exceed this are left out; in the unit of the rule',
        },
      },
    },
  ],
};

const ruleTable: Schema = {
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(rules.map(({ id, title }) => [id, { ...ruleSchema, description: title }])),
};

const bodySchema: Schema = {
  type: 'object',
  additionalProperties: false,
  description: 'the person, where files do not say',
  properties: {
    mass: positive('body mass [kg]'),
    height: positive('stature [m]'),
    sex: { enum: ['female', 'male'] },
    table: { enum: TABLE_NAMES, description: 'segment table' },
    sole: positive('size of the soles, as a factor'),
  },
};

const globs = (description: string): Schema => ({
  type: 'array',
  items: { type: 'string', minLength: 1, format: 'glob' },
  description,
});

export const configSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'poise.config.json',
  description: 'How `poise lint` judges the motion files in this folder and below it.',
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: { type: 'string', description: 'the address of this schema, for editors' },
    rules: { ...ruleTable, description: 'rules that are off, or have another severity or limit' },
    body: bodySchema,
    ignore: globs('files that are not judged, as globs from the folder of this file'),
    failOn: { enum: [...SEVERITIES, 'never'], description: 'the command exits with 1 from this severity on' },
    maxWarnings: { type: 'integer', minimum: 0, description: 'the command exits with 1 if there are more warnings' },
    requirePerson: { type: 'boolean', description: 'a file that holds no person is a failure, not a note' },
    overrides: {
      type: 'array',
      description: 'other settings for some files; later ones win',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['files'],
        properties: {
          files: globs('which files, as globs from the folder of this file'),
          rules: ruleTable,
          body: bodySchema,
        },
      },
    },
  },
};
