/** Arguments of the tools for developers: a word that picks cases, and switches. */
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Ends with 2 and one line for what it does not know. */
export function toolArguments<Options extends NonNullable<ParseArgsConfig['options']>>(options: Options) {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    const known = Object.keys(options).map((name) => `--${name}`);
    const [what] = (error as Error).message.split('. ');
    console.error(`${what}; known are ${known.join(', ')}, and a word that picks cases`);
    return process.exit(2);
  }
}
