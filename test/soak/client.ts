import { randomUUID } from "node:crypto";
import type { FirstRun } from "../support/product.js";
import { pause } from "../support/product.js";

/** A caller as a careful program is one: each request has an Idempotency-Key, and goes out again until it was answered. */
export interface Client {
  // biome-ignore lint/suspicious/noExplicitAny: results of many actions
  ask(operation: string, body: object): Promise<any>;
  /** answers that no outage excuses */
  faults: string[];
  /** requests sent once more */
  retries: number;
}

/** Longer than a storm, in which a busy machine may be too slow to start anything, and the start after it. */
const patienceMs = 300_000;
/** Neither an answer nor an outage that a caller may be told of. */
const isTemporary = (status: number) => status === 503 || status === 429;

type Place = Pick<FirstRun, "baseUrl" | "apiKey">;

/** @param where asked anew for each attempt */
export function createClient(where: () => Place): Client {
  const client: Client = { ask, faults: [], retries: 0 };
  return client;

  async function ask(operation: string, body: object) {
    const key = randomUUID();
    const givesUpAt = Date.now() + patienceMs;
    for (let attempt = 0; Date.now() < givesUpAt; attempt++) {
      if (attempt > 0) client.retries++;
      const answer = await request(where(), operation, body, key).catch(() => null);
      if (answer?.status === 200) return answer.result;
      if (answer && !isTemporary(answer.status)) {
        client.faults.push(`${operation}: ${answer.status} ${answer.text}`);
        throw new Error(client.faults.at(-1));
      }
      await pause(250);
    }
    client.faults.push(`${operation}: no answer in ${patienceMs / 1000} s`);
    throw new Error(client.faults.at(-1));
  }
}

async function request({ baseUrl, apiKey }: Place, operation: string, body: object, key: string) {
  const answer = await fetch(`${baseUrl.replace("localhost", "127.0.0.1")}/api/rest/actions/${operation}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${apiKey}`, "idempotency-key": key },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(40_000),
  });
  const text = await answer.text();
  return { status: answer.status, text, result: answer.status === 200 ? JSON.parse(text).result : null };
}
