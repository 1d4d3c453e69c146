import { once } from "node:events";
import { childEnvironment } from "../../config.js";
import { type RunAs, spawnProgram } from "../processes/program.js";
import type { PrepareRequest } from "./main.js";

interface Prepared {
  /** the database's address for the application */
  appUrl: string;
  /** the e-mail address of the demo's owner; null if none was asked for, or the database was restored */
  email: string | null;
}

type Answer = ({ type: "prepared" } & Prepared) | { type: "refused"; reason: string };

/** Brings the database up to date, in a process of its own. @throws Error if that fails, or when `signal` aborts */
export async function prepare(request: PrepareRequest, runAs: RunAs, signal: AbortSignal): Promise<Prepared> {
  const child = spawnProgram("launch/preparation/main", childEnvironment(), runAs);
  const end = new AbortController();
  child.once("exit", (code, killedBy) =>
    end.abort(new Error(`The preparation of the database ended too early (${killedBy ?? `code ${code}`}).`)),
  );
  const ending = AbortSignal.any([signal, end.signal]);
  child.send(request);
  try {
    const [answer] = (await once(child, "message", { signal: ending }).catch((error: unknown) => {
      // Its own error would only say that something was aborted.
      ending.throwIfAborted();
      throw error;
    })) as [Answer];
    if (answer.type === "refused") throw new Error(`The database can't be prepared: ${answer.reason}`);
    return answer;
  } finally {
    // The process ends with its channel, and an open transaction is rolled back.
    if (child.connected) child.disconnect();
  }
}
