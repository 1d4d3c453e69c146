import { accessSync, constants } from "node:fs";
import { type Config, temporalFiles } from "../../config.js";
import type { Account } from "../lesser-user/account.js";
import { mayRead } from "../lesser-user/rights.js";

/** Parameters of DATABASE_URL that name files. */
const ofDatabase = ["sslrootcert", "sslcert", "sslkey"];

/**
 * Checks that our programs may read the certificates and keys that settings name. Started as root, they run as another user, to whom a key
 * that only root may read is closed, and in /, where a relative path leads elsewhere: each would end by itself, and Temporal or Postgres seem
 * away.
 * @param account the user of our programs; null: that of the launcher
 * @throws Error naming the settings and their files
 */
export function checkNamedFiles(
  config: Pick<Config, "DATABASE_URL" | "TEMPORAL_ADDRESS">,
  account: Account | null,
  environment?: NodeJS.ProcessEnv,
): void {
  const database = config.DATABASE_URL ? new URL(config.DATABASE_URL).searchParams : new URLSearchParams();
  const named = [
    ...ofDatabase.map((name) => [`${name} of DATABASE_URL`, database.get(name)] as const),
    ...(config.TEMPORAL_ADDRESS ? temporalFiles(environment) : []),
  ];
  const closed = named.flatMap(([setting, file]) => (file && !isReadable(file, account) ? `${file} (${setting})` : []));
  if (closed.length === 0) return;
  const who = account ? `the user with the id ${account.uid}, as whom Pratica runs if root starts it,` : "Pratica";
  throw new Error(`Not there, or ${who} may not read it: ${closed.join("; ")}.`);
}

function isReadable(file: string, account: Account | null): boolean {
  if (account) return mayRead(account, file);
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    // Whyever: it is said which file it is.
    return false;
  }
}
