import type { Config } from "../config.js";
import { applicationUrl } from "../db/preparation/application-url.js";
import { readInstance } from "../launch/data-dir/instance.js";
import { readSecrets } from "../launch/data-dir/secrets.js";

/**
 * The settings for a command: those of the environment, completed by what `npm start` chose on the same DATA_DIR, which is the address
 * of the database and of Temporal and the key of stored secrets.
 * @throws Error if neither names a database
 */
export function commandConfig(config: Config): Config & { DATABASE_URL: string } {
  const secrets = readSecrets(config.DATA_DIR);
  const SECRET_KEY = config.SECRET_KEY ?? secrets?.secretKey;
  const SECRET_KEY_PREVIOUS = config.SECRET_KEY_PREVIOUS ?? secrets?.previousSecretKey;
  const DATABASE_URL = config.DATABASE_URL ?? instanceUrl(config);
  const TEMPORAL_ADDRESS = config.TEMPORAL_ADDRESS ?? readInstance(config.DATA_DIR)?.temporalAddress;
  return {
    ...config,
    ...(TEMPORAL_ADDRESS ? { TEMPORAL_ADDRESS } : {}),
    DATABASE_URL,
    ...(SECRET_KEY ? { SECRET_KEY } : {}),
    ...(SECRET_KEY_PREVIOUS ? { SECRET_KEY_PREVIOUS } : {}),
  };
}

function instanceUrl({ DATA_DIR: dataDir, APP_DATABASE_PASSWORD }: Config): string {
  const ownerUrl = readInstance(dataDir)?.databaseUrl;
  if (ownerUrl) return applicationUrl(ownerUrl, APP_DATABASE_PASSWORD);
  throw new Error(
    `No Pratica runs on ${dataDir}: start it with npm start, give its DATA_DIR, or set DATABASE_URL to a database's address.`,
  );
}
