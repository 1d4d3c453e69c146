import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { run } from "../../src/admin/run.js";

export interface CommandRun {
  /** null: a signal ended it */
  status: number | null;
  /** the JSON of the last line of stdout */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into what came back
  json: any;
  stdout: string;
  stderr: string;
}

const program = (name: string) => fileURLToPath(new URL(`../../dist/admin/${name}.js`, import.meta.url));

async function runProgram(
  name: string,
  args: string[],
  env: Record<string, string>,
  ended?: Promise<unknown>,
): Promise<CommandRun> {
  const child = spawn(process.execPath, [program(name), ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  void ended?.then(() => child.kill());
  const [stdout, stderr, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once("close", resolve)),
  ]);
  return withJson({ status, stdout, stderr });
}

function withJson(run: Omit<CommandRun, "json">): CommandRun {
  const last = run.stdout.trimEnd().split("\n").at(-1) ?? "";
  return { ...run, json: last.startsWith("{") ? JSON.parse(last) : null };
}

/** Runs an admin command within the test, with the given settings: a process for each would take most of a second of a CPU. */
export const admin = async (args: string[], env: Record<string, string>): Promise<CommandRun> =>
  withJson(await run(args, { ...process.env, ...env }));

/** Runs an admin command as a shell would. @param ended once it is fulfilled, SIGTERM is sent */
export const adminProgram = (
  args: string[],
  env: Record<string, string>,
  ended?: Promise<unknown>,
): Promise<CommandRun> => runProgram("main", args, env, ended);

export const migrate = (env: Record<string, string>): Promise<CommandRun> => runProgram("migrate", [], env);
