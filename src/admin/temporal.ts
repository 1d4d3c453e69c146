import { Client, Connection } from "@temporalio/client";
import type { Config } from "../config.js";
import { temporalSettings } from "../temporal.js";

/** Runs one command with a Temporal client of its own. @throws Error if Temporal doesn't answer */
export async function withTemporal<T>(config: Config, work: (client: Client) => Promise<T>): Promise<T> {
  const { connectionOptions, namespace } = temporalSettings(config);
  const connection = await Connection.connect({ ...connectionOptions, connectTimeout: "5 seconds" });
  try {
    return await work(new Client({ connection, namespace }));
  } finally {
    await connection.close();
  }
}
