/**
 * Plain data out of Python's pickles: numbers, texts, lists, dictionaries and arrays of numpy. A pickle is a program; this reader
 * runs none of it that could call anything. Whatever asks for a class or a function other than numpy's arrays is refused.
 */

import type { FormatError } from '../../../errors.ts';
import { power } from '../../../math/power.ts';
import { type Budget, spend } from '../budget.ts';
import { ArrayShell, build, made, named, type PickleContext, refusal } from './pickle-numpy.ts';

const DEEPEST = 32; // lists in lists

const MARK = Symbol('mark');

/** The value that a pickle holds: numbers, texts, null, booleans, arrays, Maps for dictionaries, NumberArrays. */
export function readPickle(data: Uint8Array, file: string, place: string, budget: Budget): unknown {
  return finished(new Unpickler(data, { file, place, budget, at: 0 }).run());
}

/** With arrays in the place of their shells. What a pickle names many times is made once, or a few bytes would unfold to anything. */
function finished(value: unknown, depth = 0, known = new Map<unknown, unknown>()): unknown {
  if (depth > DEEPEST) return null;
  if (value instanceof ArrayShell) return finished(value.content ?? null, depth + 1, known);
  if (!(Array.isArray(value) || value instanceof Map)) return value;
  if (known.has(value)) return known.get(value);
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    known.set(value, list);
    for (const item of value) list.push(finished(item, depth + 1, known));
    return list;
  }
  const map = new Map<unknown, unknown>();
  known.set(value, map);
  for (const [key, item] of value) map.set(key, finished(item, depth + 1, known));
  return map;
}

class Unpickler {
  #at = 0;
  readonly #data: Uint8Array;
  readonly #view: DataView;
  readonly #context: PickleContext;
  readonly #stack: unknown[] = [];
  readonly #memo = new Map<number, unknown>();

  constructor(data: Uint8Array, context: PickleContext) {
    this.#data = data;
    this.#view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    this.#context = context;
  }

  run(): unknown {
    const { budget, file, place } = this.#context;
    for (;;) {
      this.#context.at = this.#at;
      const code = String.fromCharCode(this.#byte());
      if (code === '.') return this.#pop();
      this.#do(code);
      spend(budget, this.#at - this.#context.at, file, place); // entries of a zip file may be one pickle, many times
    }
  }

  #refusal(reason: string): FormatError {
    return refusal(this.#context, reason);
  }

  #take(length: number): Uint8Array {
    if (!(length >= 0 && this.#at + length <= this.#data.length)) throw this.#refusal('the pickle is cut off');
    this.#at += length;
    return this.#data.subarray(this.#at - length, this.#at);
  }

  #byte(): number {
    return this.#take(1)[0];
  }

  #size(bytes: 1 | 4 | 8): number {
    const at = this.#at;
    this.#take(bytes);
    if (bytes === 1) return this.#view.getUint8(at);
    return bytes === 4 ? this.#view.getUint32(at, true) : Number(this.#view.getBigUint64(at, true));
  }

  #line(): string {
    const end = this.#data.indexOf(10, this.#at);
    if (end < 0) throw this.#refusal('the pickle is cut off');
    const text = new TextDecoder().decode(this.#data.subarray(this.#at, end));
    this.#at = end + 1;
    return text;
  }

  #pop(): unknown {
    if (this.#stack.length === 0) throw this.#refusal('the pickle is damaged');
    return this.#stack.pop();
  }

  /** What lies above the last mark. */
  #marked(): unknown[] {
    const from = this.#stack.lastIndexOf(MARK);
    if (from < 0) throw this.#refusal('the pickle is damaged');
    const items = this.#stack.splice(from + 1);
    this.#stack.pop();
    return items;
  }

  #remember(key: number): void {
    this.#memo.set(key, this.#stack[this.#stack.length - 1]);
  }

  #recall(key: number): unknown {
    if (!this.#memo.has(key)) throw this.#refusal('the pickle is damaged');
    return this.#memo.get(key);
  }

  #do(code: string): void {
    if (this.#doConstant(code) || this.#doMemo(code) || this.#doContainer(code)) return;
    const stack = this.#stack;
    switch (code) {
      case '\x80': // PROTO
        this.#byte();
        return;
      case '\x95': // FRAME
        this.#take(8);
        return;
      case 'c': {
        const module = this.#line();
        stack.push(named(`${module}/${this.#line()}`, this.#context));
        return;
      }
      case '\x93': {
        const [name, module] = [this.#pop(), this.#pop()];
        if (typeof name !== 'string' || typeof module !== 'string') throw this.#refusal('the pickle is damaged');
        stack.push(named(`${module}/${name}`, this.#context));
        return;
      }
      case 'R':
        stack.push(made(this.#pop(), this.#pop(), this.#context));
        return;
      case 'b':
        build(this.#pop(), stack[stack.length - 1], this.#context);
        return;
      default:
        throw this.#refusal(
          `the pickle asks for more than plain data (operation 0x${code.charCodeAt(0).toString(16)}), and Poise runs no programs from files`,
        );
    }
  }

  #doConstant(code: string): boolean {
    const stack = this.#stack;
    switch (code) {
      case 'N':
        stack.push(null);
        return true;
      case '\x88':
      case '\x89':
        stack.push(code === '\x88');
        return true;
      case 'K':
        stack.push(this.#byte());
        return true;
      case 'M':
        stack.push(this.#byte() + 256 * this.#byte());
        return true;
      case 'J':
        this.#take(4);
        stack.push(this.#view.getInt32(this.#at - 4, true));
        return true;
      case 'G':
        this.#take(8);
        stack.push(this.#view.getFloat64(this.#at - 8, false));
        return true;
      case 'I':
      case 'F':
      case 'L': {
        const text = this.#line();
        stack.push(text === '01' ? true : text === '00' ? false : Number(text.replace(/L$/, '')));
        return true;
      }
      case '\x8a': {
        const bytes = this.#take(this.#byte());
        let value = 0;
        for (let i = bytes.length - 1; i >= 0; i--) value = 256 * value + bytes[i];
        if (bytes.length > 0 && bytes[bytes.length - 1] > 127) value -= power(256, bytes.length);
        stack.push(value);
        return true;
      }
      case 'X':
      case '\x8c':
      case '\x8d':
        stack.push(new TextDecoder().decode(this.#take(this.#size(code === 'X' ? 4 : code === '\x8c' ? 1 : 8))));
        return true;
      case 'B':
      case 'C':
      case '\x8e':
      case '\x96':
      case 'T':
      case 'U':
        stack.push(this.#take(this.#size(code === 'B' || code === 'T' ? 4 : code === 'C' || code === 'U' ? 1 : 8)));
        return true;
      default:
        return false;
    }
  }

  #doMemo(code: string): boolean {
    switch (code) {
      case 'q':
        this.#remember(this.#size(1));
        return true;
      case 'r':
        this.#remember(this.#size(4));
        return true;
      case 'p':
        this.#remember(Number(this.#line()));
        return true;
      case '\x94':
        this.#remember(this.#memo.size);
        return true;
      case 'h':
        this.#stack.push(this.#recall(this.#size(1)));
        return true;
      case 'j':
        this.#stack.push(this.#recall(this.#size(4)));
        return true;
      case 'g':
        this.#stack.push(this.#recall(Number(this.#line())));
        return true;
      default:
        return false;
    }
  }

  #doContainer(code: string): boolean {
    const stack = this.#stack;
    const count = { ')': 0, '\x85': 1, '\x86': 2, '\x87': 3 }[code];
    if (count !== undefined) {
      if (stack.length < count) throw this.#refusal('the pickle is damaged');
      stack.push(stack.splice(stack.length - count));
      return true;
    }
    switch (code) {
      case '(':
        stack.push(MARK);
        return true;
      case 't':
      case 'l':
        stack.push(this.#marked());
        return true;
      case ']':
        stack.push([]);
        return true;
      case '}':
        stack.push(new Map());
        return true;
      case 'd': {
        const items = this.#marked();
        const map = new Map<unknown, unknown>();
        for (let i = 0; i + 1 < items.length; i += 2) map.set(items[i], items[i + 1]);
        stack.push(map);
        return true;
      }
      case 'a':
      case 'e': {
        const items = code === 'a' ? [this.#pop()] : this.#marked();
        const list = stack[stack.length - 1];
        if (!Array.isArray(list)) throw this.#refusal('the pickle is damaged');
        for (const item of items) list.push(item);
        return true;
      }
      case 's':
      case 'u': {
        const items = code === 's' ? [this.#pop(), this.#pop()].reverse() : this.#marked();
        const map = stack[stack.length - 1];
        if (!(map instanceof Map)) throw this.#refusal('the pickle is damaged');
        for (let i = 0; i + 1 < items.length; i += 2) map.set(items[i], items[i + 1]);
        return true;
      }
      case '0':
        this.#pop();
        return true;
      default:
        return false;
    }
  }
}
