import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** A run of the tests keeps its servers' files in a folder of its own, with a note of the processes that it started. */
const prefix = "pratica-test-";
export const runPrefix = (temporary) => path.join(temporary, prefix);
const noteOf = (directory) => path.join(directory, "processes.json");

function readNote(directory) {
  return existsSync(noteOf(directory))
    ? JSON.parse(readFileSync(noteOf(directory), "utf8"))
    : { owner: null, servers: [] };
}

/** Notes that this run began, or started a server: both by pid and start time, as `knownProcess` gives them. */
export function note(directory, owner, server) {
  const servers = [...readNote(directory).servers, ...(server ? [server] : [])];
  writeFileSync(noteOf(directory), JSON.stringify({ owner, servers }));
}

const remove = (directory) => rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });

/** Ends the servers of a run, by the signal on which Postgres ends at once with all its processes, and removes its files. */
export async function endRun(directory, endProcess) {
  await Promise.all(readNote(directory).servers.map((server) => endProcess(server, "SIGQUIT", 3_000)));
  remove(directory);
}

/** The same by force and without waiting, for a run that is just ending or ended long ago. */
export function endRunByForce(directory, isAlive) {
  for (const server of readNote(directory).servers) if (isAlive(server)) process.kill(server.pid, "SIGKILL");
  remove(directory);
}

/** Ends what a run left that was itself ended by force. */
export function endDeadRuns(temporary, isAlive) {
  for (const name of readdirSync(temporary)) {
    const directory = path.join(temporary, name);
    if (!name.startsWith(prefix) || !existsSync(noteOf(directory))) continue;
    const { owner } = readNote(directory);
    if (owner && !isAlive(owner)) endRunByForce(directory, isAlive);
  }
}
