import { wordsOf } from "../../db/error-code.js";
import { messageOf } from "../say.js";
import { until } from "../until.js";
import { faultOf } from "./ready.js";

/** Waits up to 30 s for the Postgres that DATABASE_URL names, which may just be starting. @returns its address */
export async function externalPostgres(url: string, signal: AbortSignal, timeoutMs = 30_000): Promise<string> {
  const { host, pathname } = new URL(url);
  let fault: unknown = null;
  const isThere = async () => {
    fault = await faultOf(url);
    return fault === null;
  };
  try {
    await until(isThere, { what: "an answer", timeoutMs, everyMs: 500, signal });
  } catch (error) {
    const why = fault === null ? "" : `: ${wordsOf(fault)}`;
    throw new Error(`Postgres of DATABASE_URL (${host}${pathname}): ${messageOf(error)}${why}`);
  }
  return url;
}
