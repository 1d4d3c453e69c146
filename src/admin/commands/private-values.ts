import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { text as allOf } from "node:stream/consumers";
import { fileOption, UsageError, type Values } from "./command.js";

/** Where a command's private values may come from, beside its arguments. */
interface PrivateSources {
  /** the value of the environment variable for an option */
  variable(option: string): string | undefined;
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  /** where a person is asked */
  prompt: NodeJS.WritableStream;
}

/** The environment variable for an option: PRATICA_SMTP_URL for `smtp-url`. */
export const variableOf = (option: string): string => `PRATICA_${option.toUpperCase().replaceAll("-", "_")}`;

/**
 * The options with the values that stood elsewhere than among the arguments, which everybody on the machine can see: in a file, in the
 * environment, or, for `-`, on standard input or typed by a person.
 * @throws UsageError
 */
export async function withPrivateValues(options: string[], given: Values, sources: PrivateSources): Promise<Values> {
  const values = { ...given };
  const asked = options.filter((option) => given[option] === "-" || given[fileOption(option)] === "-");
  if (asked.length > 1 && !sources.input.isTTY)
    throw new UsageError("Only one value can be read from standard input: use files for the others.");
  for (const option of options) {
    const file = given[fileOption(option)] as string | undefined;
    delete values[fileOption(option)];
    if (file !== undefined && given[option] !== undefined)
      throw new UsageError(`Give --${option} or --${fileOption(option)}, not both.`);
    const value = asked.includes(option) ? await ask(option, sources) : (given[option] ?? inFile(option, file));
    const found = value ?? sources.variable(option);
    if (found !== undefined) values[option] = found;
  }
  return values;
}

const firstLine = (content: string): string => content.split(/\r?\n/, 1)[0] as string;

function inFile(option: string, file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    return firstLine(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UsageError(`--${fileOption(option)} can't be read: ${(error as Error).message}`);
  }
}

/** The first line of standard input; on a terminal a person is asked, and what is typed isn't shown. */
async function ask(option: string, { input, prompt }: PrivateSources): Promise<string> {
  if (!input.isTTY) return firstLine(await allOf(input));
  prompt.write(`${option}: `);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: silent, terminal: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once("line", resolve);
      lines.once("close", () => reject(new UsageError(`No ${option} was given.`)));
    });
  } finally {
    lines.close();
    prompt.write("\n");
  }
}
