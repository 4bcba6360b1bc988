/** Pages of docs/ whose tables are made by code: each stands between two marks of its own. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A table and where it goes: between <!-- mark: begin --> and <!-- mark: end -->. */
export interface Section {
  readonly mark: string;
  readonly markdown: string;
}

/** Whole or not at all: written under another name first. */
export function saveFile(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.tmp`, text);
  renameSync(`${file}.tmp`, file);
}

/** Puts sections in place of those that the page has. */
export function replaceSections(file: string, sections: readonly Section[]): void {
  let text = readFileSync(file, 'utf8');
  for (const { mark, markdown } of sections) {
    const [open, close] = [`<!-- ${mark}: begin -->`, `<!-- ${mark}: end -->`];
    const [start, end] = [text.indexOf(open), text.indexOf(close)];
    if (start < 0 || end < 0) throw new Error(`${file} has no marks "${open}" and "${close}"`);
    text = `${text.slice(0, start)}${open}\n\n${markdown}\n\n${text.slice(end)}`;
  }
  saveFile(file, text);
}
