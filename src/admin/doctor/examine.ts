import type { Config } from "../../config.js";
import { type Database, withDatabase } from "../../db/database.js";
import { commandConfig } from "../connection.js";
import { type Finding, messageOf, problem } from "./check.js";
import { databaseFindings, unusableDatabase } from "./database.js";
import { filesFinding } from "./files.js";
import { diskFinding, firstRunFinding, mailFinding } from "./machine.js";
import { temporalFindings } from "./temporal.js";

const timeoutMs = 10_000;

export interface Examination {
  healthy: boolean;
  findings: Finding[];
}

/** Looks at the whole installation. Whatever fails becomes a finding. */
export async function examine(settings: Config): Promise<Examination> {
  const parts = await Promise.all([
    findingsOfServers(settings),
    Promise.resolve([diskFinding(settings)]),
    mailFinding(settings).then((finding) => [finding]),
  ]);
  const findings = parts.flat();
  return { healthy: findings.every(({ state }) => state !== "problem"), findings };
}

/** The findings of database and Temporal, whose addresses may be those of the instance that runs. */
async function findingsOfServers(settings: Config): Promise<Finding[]> {
  let config: ReturnType<typeof commandConfig>;
  try {
    config = commandConfig(settings);
  } catch (error) {
    return [problem("database", messageOf(error))];
  }
  const [stored, temporal] = await Promise.all([fromDatabase(config), temporalFindings(config)]);
  return [...stored, ...temporal];
}

async function fromDatabase(config: Config & { DATABASE_URL: string }): Promise<Finding[]> {
  try {
    return await withDatabase(config.DATABASE_URL, (database) => findingsOf(database, config), timeoutMs);
  } catch (error) {
    return [problem("database", `It can't be used: ${messageOf(error)}`)];
  }
}

async function findingsOf(database: Database, config: Config): Promise<Finding[]> {
  const unusable = await unusableDatabase(database);
  if (unusable) return [unusable];
  const findings = await databaseFindings(database, config);
  return [...findings, await filesFinding(database, config), await firstRunFinding(database, config)];
}
