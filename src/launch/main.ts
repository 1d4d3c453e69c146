import { type Config, loadConfig, startedByNpm } from "../config.js";
import { factLines } from "./fact-lines.js";
import { Launch } from "./launch.js";
import { messageOf, say } from "./say.js";

const began = Date.now();
const seconds = () => ((Date.now() - began) / 1000).toFixed(1);

// Without a terminal nobody reads the output, but everything must still stop in order.
process.stdout.on("error", () => undefined);

function readConfig(): Config {
  try {
    return loadConfig();
  } catch (error) {
    say(messageOf(error));
    process.exit(1);
  }
}

const launch = new Launch(readConfig());
let ending: Promise<never> | null = null;

/** Stops everything and then this process, once: the first call gives exit code and reason. */
function end(exitCode: number, reason: string): Promise<never> {
  ending ??= (async () => {
    say(reason);
    await launch.stop().catch((error: unknown) => {
      say(`Not everything was put in order: ${messageOf(error)}`);
      process.exit(1);
    });
    process.exit(exitCode);
  })();
  return ending;
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void end(0, "Stopping."));
process.on("uncaughtException", (error) => void end(1, `The launcher failed: ${error.stack}`));

// npm's shell may end without forwarding the signal. Then this process gets another parent.
const parent = process.ppid;
if (startedByNpm()) {
  setInterval(() => process.ppid !== parent && void end(0, "npm is gone: stopping."), 500).unref();
}

try {
  const { facts, isFirst } = await launch.start();
  say(factLines(facts, isFirst, seconds()));
} catch (error) {
  await end(1, messageOf(error));
}
