/** Rows as a report draws them, checked: a manifest may come from anywhere. */
import { SEVERITIES } from '../../balance/finding.ts';
import type { CardRow } from '../../report/batch/summary.ts';
import { faultIn, type Schema, type SchemaFault } from '../lint/json-schema.ts';
import { ROW_STATUSES } from './row.ts';

const text: Schema = { type: 'string' };
const number: Schema = { type: 'number' };
const numberOrNull: Schema = { anyOf: [number, { type: 'null' }] };
const index: Schema = { type: 'integer', minimum: 0 };

const finding: Schema = {
  type: 'object',
  required: ['rule', 'severity', 'message'],
  properties: { rule: text, severity: { enum: SEVERITIES }, value: numberOrNull, message: text },
};

const thumbnail: Schema = {
  type: 'object',
  required: ['frame', 'points', 'bones', 'head'],
  properties: {
    frame: index,
    points: { type: 'array', items: number },
    bones: { type: 'array', items: index },
    head: { type: 'integer', minimum: -1 },
  },
};

const card: Schema = {
  type: 'object',
  required: ['animation', 'verdict', 'findings', 'figures', 'thumbnail'],
  properties: {
    animation: text,
    verdict: { enum: ['good', 'doubtful', 'bad', 'unjudged'] },
    fps: numberOrNull,
    seconds: numberOrNull,
    stature: numberOrNull,
    findings: { type: 'array', items: finding },
    figures: { type: 'object', additionalProperties: numberOrNull },
    thumbnail,
  },
};

const rowSchema: Schema = {
  type: 'object',
  required: ['file', 'status', 'clips'],
  properties: {
    file: text,
    status: { enum: ROW_STATUSES },
    message: text,
    achieved: { type: 'boolean' },
    clips: { type: 'array', items: card },
    before: card,
  },
};

/** What is wrong with a row, or undefined. */
export const faultInRow = (value: unknown): SchemaFault | undefined =>
  faultIn(value, rowSchema) ?? (value as CardRow).clips.map(boneFault).find(Boolean);

/** Bones join points that are there. */
function boneFault({ thumbnail: { points, bones } }: CardRow['clips'][number], i: number): SchemaFault | undefined {
  const wrong = bones.find((point) => 2 * point + 1 >= points.length);
  if (wrong === undefined && bones.length % 2 === 0) return undefined;
  return { pointer: `/clips/${i}/thumbnail/bones`, expected: 'pairs of points', found: `${wrong ?? 'one too many'}` };
}
