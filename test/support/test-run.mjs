import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const prefix = "pratica-test-";
const memory = "/dev/shm";
const neededBytes = 2 * 1024 ** 3;

function hasRoomInMemory() {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > neededBytes;
  } catch {
    // Linux alone has it, and not in every container.
    return false;
  }
}

/**
 * A folder for the files of this run's servers, with a note of the processes that it started. In memory where there is room: a database
 * is some 400 files, and to make and remove them on a disk takes half a second of a CPU for each test file.
 */
export const makeRunFolder = () => mkdtempSync(path.join(hasRoomInMemory() ? memory : tmpdir(), prefix));
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
export function endDeadRuns(isAlive) {
  for (const place of [memory, tmpdir()].filter(existsSync)) {
    for (const name of readdirSync(place)) {
      const directory = path.join(place, name);
      if (!name.startsWith(prefix) || !existsSync(noteOf(directory))) continue;
      const { owner } = readNote(directory);
      if (owner && !isAlive(owner)) endRunByForce(directory, isAlive);
    }
  }
}
