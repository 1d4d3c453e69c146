import { mkdirSync } from "node:fs";
import { holdDataDir, releaseDataDir } from "../launch/instance.js";
import { Part } from "../launch/part.js";
import { startEmbeddedPostgres } from "../launch/postgres/part.js";
import { interruptible } from "./interruptible.js";

const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

/**
 * Runs the embedded Postgres of a DATA_DIR, where npm start doesn't, for as long as `work` takes.
 * @throws Error if npm start runs on the DATA_DIR
 */
export async function withEmbeddedPostgres<T>(
  dataDir: string,
  password: string,
  work: (ownerUrl: string) => Promise<T>,
): Promise<T> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return interruptible(async (signal) => {
    await holdDataDir(dataDir, signal);
    const parts: Part[] = [];
    const newPart = (spec: ConstructorParameters<typeof Part>[0]) => {
      signal.throwIfAborted();
      const part = new Part(spec, say, () => undefined);
      parts.push(part);
      return part;
    };
    const stop = async () => {
      for (const part of parts) await part.stop();
    };
    // What asks this Postgres something fails then.
    signal.addEventListener("abort", () => void stop());
    try {
      return await work(await startEmbeddedPostgres({ dataDir, password, say, signal, newPart }));
    } finally {
      await stop();
      releaseDataDir(dataDir);
    }
  });
}
