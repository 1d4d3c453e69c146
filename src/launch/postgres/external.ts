import { messageOf } from "../say.js";
import { until } from "../until.js";
import { answers } from "./ready.js";

/** Waits up to 30 s for the Postgres that DATABASE_URL names, which may just be starting. @returns its address */
export async function externalPostgres(url: string, signal: AbortSignal): Promise<string> {
  const { host, pathname } = new URL(url);
  try {
    await until(() => answers(url), { what: "an answer", timeoutMs: 30_000, everyMs: 500, signal });
  } catch (error) {
    throw new Error(`Postgres of DATABASE_URL (${host}${pathname}): ${messageOf(error)}`);
  }
  return url;
}
