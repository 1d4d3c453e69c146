import { parseArgs } from "node:util";
import { type Config, environmentValue, loadConfig } from "../config.js";
import { withDatabase } from "../db/database.js";
import { wordsOf } from "../db/error-code.js";
import { ActionError } from "../domain/errors.js";
import { accountCommands } from "./commands/account-commands.js";
import { type Command, type Outcome, optionsOf, UsageError, type Values, withNames } from "./commands/command.js";
import { installationCommands } from "./commands/installation-commands.js";
import { variableOf, withPrivateValues } from "./commands/private-values.js";
import { serviceCommands } from "./commands/service-commands.js";
import { commandConfig } from "./connection.js";

/** In the order of the usage text. */
const commands: Record<string, Command> = { ...accountCommands, ...serviceCommands, ...installationCommands };

/** How commands are called. @param names of which; all, where not given */
function usageOf(names: readonly string[] = Object.keys(commands)): string {
  const lines = names.map((name) => `  ${name} ${commands[name]?.usage}`.replace(/ +$/gm, "")).join("\n");
  const options = [...new Set(names.flatMap((name) => commands[name]?.private ?? []))];
  const hidden = options.length > 0 ? `${privateUsage(options)}\n` : "";
  return `Usage: npm run --silent admin -- COMMAND [options] [--json]\n\n${lines}\n\n${hidden}--json prints one JSON object, on one line, the last of stdout.\n`;
}

function privateUsage(options: readonly string[]): string {
  const named = options.map((option) => `--${option}`).join(", ");
  return `Arguments can be seen by everybody on the machine. So these may also be the first line of a file (--password-file FILE), be in the
environment (${variableOf("password")}), or be given as -, which asks on a terminal, and else reads the first line of standard input:
  ${named}
`;
}

/** What a command printed, and its exit code: 0, 1 for a failure, 2 for a wrong call. */
export interface CommandRun {
  status: number;
  stdout: string;
  stderr: string;
}

/**
 * Runs a command with the words that follow `npm run admin --`.
 * @param environment the settings, instead of the process's environment variables
 */
export async function run(args: string[], environment?: NodeJS.ProcessEnv): Promise<CommandRun> {
  try {
    return { stderr: "", ...(await execute(args, environment)) };
  } catch (error) {
    return failure(error, args);
  }
}

async function execute(
  args: string[],
  environment: NodeJS.ProcessEnv | undefined,
): Promise<Omit<CommandRun, "stderr"> & { stderr?: string }> {
  if (args[0] === "--help" || args[0] === "help") return { status: 0, stdout: usageOf() };
  const { name, command, options } = commandIn(args);
  if (!command) throw new UsageError(name === "" ? "No command was given." : `There is no command "${name}".`);
  const { json, help, ...given } = parseOptions(command, options);
  if (help) return { status: 0, stdout: usageOf([name]) };
  const variable = (option: string) => environmentValue(variableOf(option), environment);
  const sources = { variable, input: process.stdin, prompt: process.stderr };
  const values = await withPrivateValues(command.private ?? [], given as Values, sources);
  const missing = (command.required ?? []).filter((option) => values[option] === undefined);
  if (missing.length > 0) throw new UsageError(`${name} needs ${missing.map((option) => `--${option}`).join(", ")}.`);

  const { result, remark, failed } = await outcomeOf(command, values, loadConfig(environment));
  const stdout = json ? `${JSON.stringify(result)}\n` : readable(result);
  return { status: failed ? 1 : 0, stdout, ...(remark ? { stderr: `${remark}\n` } : {}) };
}

function commandIn(args: string[]): { name: string; command: Command | undefined; options: string[] } {
  // All but one have two words.
  const words = Object.hasOwn(commands, args[0] ?? "") ? 1 : 2;
  const name = args.slice(0, words).join(" ");
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  return { name, command, options: args.slice(words) };
}

async function outcomeOf(command: Command, values: Values, settings: Config): Promise<Outcome> {
  if ("runAlone" in command) return command.runAlone(values, settings);
  const config = commandConfig(settings);
  return withDatabase(config.DATABASE_URL, (database) => command.run(values, database, config));
}

function parseOptions(command: Command, words: string[]) {
  try {
    const args = withNames(command, words);
    return parseArgs({ args, options: optionsOf(command), strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

const readable = (result: object): string =>
  Object.entries(result)
    .map(([name, value]) => (Array.isArray(value) ? list(value) : `${name}: ${value}\n`))
    .join("");

/** The records of a list as paragraphs, without the fields that are null. */
const list = (records: object[]): string =>
  records
    .map((record) => readable(Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null))))
    .join("\n");

function failure(error: unknown, args: string[]): CommandRun {
  const code = error instanceof ActionError ? error.code : error instanceof UsageError ? "usage" : "failed";
  const message = inWords(error);
  return {
    status: error instanceof UsageError ? 2 : 1,
    stdout: args.includes("--json") ? `${JSON.stringify({ error: { code, message } })}\n` : "",
    stderr: error instanceof UsageError ? withUsage(message, args) : `${message}\n`,
  };
}

/** What was wrong stands where a terminal shows it: below the usage of all commands, which is longer than a page. */
function withUsage(message: string, args: string[]): string {
  const { name, command } = commandIn(args);
  return command ? `${message}\n\n${usageOf([name])}` : `${usageOf()}\n${message}\n`;
}

function inWords(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ECONNREFUSED" || code === "ENOTFOUND")
    return `The database doesn't answer (${wordsOf(error)}). With the embedded one, npm start must be running on the same DATA_DIR.`;
  return (message || String(error)).replaceAll("\n", " ");
}
