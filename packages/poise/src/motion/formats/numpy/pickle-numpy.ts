/** The few things of numpy that pickles of plain data name: arrays, single numbers and kinds of numbers. */
import { FormatError } from '../../../errors.ts';
import { type Budget, spend } from '../budget.ts';
import { type NumberArray, readNumbers, toRowOrder } from './numbers.ts';

/** What a pickle may name. Modules were renamed over the years. */
const ARRAY_MAKER = /^numpy\.(core|_core)\.multiarray\/_reconstruct$/;
const SCALAR_MAKER = /^numpy\.(core|_core)\.multiarray\/scalar$/;
const CODECS = '_codecs/encode';
const OTHERS: readonly string[] = ['numpy/ndarray', 'numpy/dtype', CODECS];

/** Whose pickle it is, and how much may still be made of it. */
export interface PickleContext {
  readonly file: string;
  readonly place: string;
  readonly budget: Budget;
  at: number; // byte of the operation at hand
}

export const refusal = ({ file, place, at }: PickleContext, reason: string): FormatError =>
  new FormatError(file, undefined, `${place}, byte ${at}: ${reason}`);

const DAMAGED = 'the pickle is damaged';
const MOST_DIMENSIONS = 32; // numpy's own

class Named {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

class Dtype {
  descr: string;
  constructor(descr: string) {
    this.descr = descr;
  }
}

/** An array that is still to be filled. */
export class ArrayShell {
  content: unknown;
}

/** `name`: module and name with a slash between. */
export function named(name: string, context: PickleContext): Named {
  if (ARRAY_MAKER.test(name) || SCALAR_MAKER.test(name) || OTHERS.includes(name)) return new Named(name);
  const said = name.replace('/', '.').slice(0, 80);
  throw refusal(context, `the pickle names ${said}, and Poise takes only plain data and numpy's arrays from pickles`);
}

export function made(given: unknown, maker: unknown, context: PickleContext): unknown {
  const parts = Array.isArray(given) ? given : [];
  if (!(maker instanceof Named)) throw refusal(context, DAMAGED);
  if (maker.name === 'numpy/dtype') return new Dtype(textOf(parts[0], context));
  if (ARRAY_MAKER.test(maker.name)) return new ArrayShell();
  if (maker.name === CODECS) {
    const text = textOf(parts[0], context);
    spend(context.budget, text.length, context.file, context.place);
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i) & 255;
    return bytes;
  }
  if (SCALAR_MAKER.test(maker.name) && parts[0] instanceof Dtype && parts[1] instanceof Uint8Array) {
    return readNumbers(parts[1], parts[0].descr, 1, context.file, context.place)[0];
  }
  throw refusal(context, `the pickle makes something of ${maker.name.replace('/', '.')} that Poise does not know`);
}

function textOf(value: unknown, context: PickleContext): string {
  if (typeof value === 'string') return value;
  if (value instanceof Uint8Array) return new TextDecoder('latin1').decode(value); // of Python 2
  throw refusal(context, DAMAGED);
}

/** Fills an array or a kind of number with its state. */
export function build(state: unknown, target: unknown, context: PickleContext): void {
  const parts = Array.isArray(state) ? state : [];
  if (target instanceof Dtype) {
    if (typeof parts[1] === 'string' && '<>|='.includes(parts[1])) target.descr = parts[1] + target.descr;
    return;
  }
  if (!(target instanceof ArrayShell) || parts.length < 5) throw refusal(context, DAMAGED);
  const [, shape, kind, isFortran, content] = parts;
  const isSize = (size: unknown): boolean => Number.isSafeInteger(size) && (size as number) >= 0;
  if (!Array.isArray(shape) || shape.length > MOST_DIMENSIONS || !shape.every(isSize) || !(kind instanceof Dtype))
    throw refusal(context, DAMAGED);
  if (Array.isArray(content)) {
    target.content = shape.length === 0 && content.length === 1 ? content[0] : content;
    return;
  }
  if (!(content instanceof Uint8Array)) throw refusal(context, DAMAGED);
  const count = shape.reduce((product: number, size: number) => product * size, 1);
  spend(context.budget, count, context.file, context.place);
  const values = readNumbers(content, kind.descr, count, context.file, context.place);
  const array: NumberArray = { kind: 'numbers', shape, values: isFortran ? toRowOrder(values, shape) : values };
  target.content = array;
}
