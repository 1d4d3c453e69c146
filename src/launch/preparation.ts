import { once } from "node:events";
import { childEnvironment } from "../config.js";
import type { PrepareOrder } from "./prepare.js";
import { spawnProgram } from "./program.js";

/** What came of it: the database's address for the application, and the e-mail address of the demo owner where one was made. */
interface Prepared {
  appUrl: string;
  email: string | null;
}

type Answer = ({ type: "prepared" } & Prepared) | { type: "refused"; reason: string };

/** Brings the database up to date in a process of its own. */
export async function prepare(order: PrepareOrder, signal: AbortSignal): Promise<Prepared> {
  const child = spawnProgram("launch/prepare", childEnvironment({}));
  const over = new AbortController();
  child.once("exit", () => over.abort(new Error("The preparation of the database ended too early.")));
  child.send(order);
  try {
    const [answer] = (await once(child, "message", { signal: AbortSignal.any([signal, over.signal]) })) as [Answer];
    if (answer.type === "refused") throw new Error(`The database can't be prepared: ${answer.reason}`);
    return answer;
  } finally {
    // It ends when its channel does, and what it had begun is rolled back.
    if (child.connected) child.disconnect();
  }
}
