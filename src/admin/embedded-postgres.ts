import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { conflict } from "../domain/errors.js";
import { contentsOf, holdDataDir, releaseDataDir } from "../launch/data-dir/instance.js";
import { logFile } from "../launch/data-dir/log-file.js";
import { startEmbeddedPostgres } from "../launch/postgres/part.js";
import { Part } from "../launch/processes/part.js";
import { interruptible } from "./interruptible.js";

const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

function requireEmpty(dataDir: string): void {
  const [found] = contentsOf(dataDir);
  if (found) throw conflict(`${dataDir} is not empty (${found}): restore the backup into an empty DATA_DIR.`);
}

/** Why Postgres ended by itself, such as on a full disk: who asked it something knows only that the connection broke. */
function endOfPostgres(dataDir: string): Error | null {
  const [, reason] = /PANIC: {2}(.*)/.exec(readFileSync(logFile(dataDir, "postgres"), "utf8")) ?? [];
  return reason === undefined ? null : new Error(`Postgres ended: ${reason}`);
}

/**
 * Runs the embedded Postgres in an empty DATA_DIR for as long as `work` takes. Where that fails, the DATA_DIR is emptied before anybody
 * else may hold it.
 * @throws conflict if it isn't empty; Error if another process holds it
 */
export async function withNewPostgres<T>(
  dataDir: string,
  password: string,
  work: (ownerUrl: string) => Promise<T>,
): Promise<T> {
  // Also before it is held: whoever releases it removes what the one before noted of its processes.
  requireEmpty(dataDir);
  const explained = (ownerUrl: string) =>
    work(ownerUrl).catch((error: unknown) => {
      throw endOfPostgres(dataDir) ?? error;
    });
  return withEmbeddedPostgres(dataDir, password, explained, {
    begin: () => requireEmpty(dataDir),
    undo: () => {
      for (const name of contentsOf(dataDir)) rmSync(path.join(dataDir, name), { recursive: true, force: true });
    },
  });
}

/**
 * Runs the embedded Postgres of a DATA_DIR, where npm start doesn't, for as long as `work` takes.
 * @param holding what is done while the DATA_DIR is held: first of all, and after a failure
 * @throws Error if npm start runs on the DATA_DIR
 */
export async function withEmbeddedPostgres<T>(
  dataDir: string,
  password: string,
  work: (ownerUrl: string) => Promise<T>,
  holding?: { begin(): void; undo(): void },
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
      holding?.begin();
      try {
        return await work(await startEmbeddedPostgres({ dataDir, password, say, signal, newPart }));
      } catch (error) {
        await stop();
        holding?.undo();
        throw error;
      }
    } finally {
      await stop();
      releaseDataDir(dataDir);
    }
  });
}
