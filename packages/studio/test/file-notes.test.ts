/** What the report tells of the file itself. */
import type { ImportNote } from 'poise';
import { expect, it } from 'vitest';
import { fileWords } from '../src/panels/inspector/file-notes.tsx';

const note = (topic: ImportNote['topic'], text: string): ImportNote => ({ topic, text, confidence: 'sure' });

it('tells what is missing or odd in a file, and nothing of guesses that Import shows', () => {
  expect(fileWords([note('unit', 'metres'), note('up', 'Y')])).toBeUndefined();
  expect(fileWords([note('unit', 'metres'), note('content', 'cut short')])).toBe('In the file: cut short.');
  const many = ['a', 'b', 'c', 'd'].map((text) => note('content', text));
  expect(fileWords(many)).toBe('In the file: a; b; and 2 more.');
});
