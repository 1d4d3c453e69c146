import type { ParseArgsConfig } from "node:util";
import { optionName } from "../../accounts/option-name.js";
import type { Config } from "../../config.js";
import type { Database } from "../../db/database.js";

/** A command that was called in a wrong way: its exit code is 2. */
export class UsageError extends Error {}

/** The values on the command line, by option. */
export type Values = Record<string, string | string[] | undefined>;

export type Command = CommandUsage & (DatabaseCommand | LoneCommand);

interface CommandUsage {
  /** what follows the command's name in the usage text */
  usage: string;
  required?: string[];
  optional?: string[];
  /** the options that may have several values, one behind the other or each behind the name */
  repeated?: string[];
  /** the options whose values others on the machine must not see: each may also come from elsewhere than the arguments */
  private?: string[];
}

interface DatabaseCommand {
  run(values: Values, database: Database, config: Config): Promise<Outcome>;
}

/** A command that gets the settings as they are, and finds the database itself. */
interface LoneCommand {
  runAlone(values: Values, config: Config): Promise<Outcome>;
}

export interface Outcome {
  /** the command's JSON object */
  result: object;
  /** the command did its work, and what it found is bad: its exit code is 1 */
  failed?: boolean;
  /** a note to the person, on stderr */
  remark?: string;
}

export const text = (values: Values, option: string): string => values[option] as string;

/** The values that are given of these parameters, by their names. */
export const present = (values: Values, parameters: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    parameters
      .filter((parameter) => values[optionName(parameter)] !== undefined)
      .map((parameter) => [parameter, text(values, optionName(parameter))]),
  );

/** The option that names a file with another's value. */
export const fileOption = (option: string): string => `${option}-file`;

/** The command's options in the form of `parseArgs`. */
export function optionsOf(command: CommandUsage): NonNullable<ParseArgsConfig["options"]> {
  const { required = [], optional = [], private: hidden = [] } = command;
  const texts = [...required, ...optional, ...hidden.map(fileOption)].map((option) => [
    option,
    { type: "string", multiple: command.repeated?.includes(option) ?? false },
  ]);
  return { ...Object.fromEntries(texts), json: { type: "boolean" }, help: { type: "boolean" } };
}

/** Puts the option's name before each further value of one that may be repeated, as in `--holiday 06-24 12-07`. */
export function withNames({ repeated = [] }: CommandUsage, words: readonly string[]): string[] {
  let option = "";
  let values = 0;
  return words.flatMap((word) => {
    if (word.startsWith("--")) {
      option = word.split("=", 1)[0] as string;
      values = word === option ? 0 : 1;
      return word;
    }
    values += 1;
    return values > 1 && repeated.includes(option.slice(2)) ? [option, word] : word;
  });
}
