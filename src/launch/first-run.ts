import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import path from "node:path";
import { v7 as uuidv7 } from "uuid";
import { newApiKey } from "../accounts/api-key.js";
import { readJson, writePrivateJson } from "./private-file.js";

/** What the first start made, with the addresses of the present one: `DATA_DIR/first-run.json`. */
export interface FirstRun {
  baseUrl: string;
  organizationId: string;
  userId: string;
  email: string;
  password: string;
  apiKey: string;
  /** Null where Temporal isn't the embedded one. */
  temporalUi: string | null;
  /** Null where mail goes out for real. */
  mailbox: string | null;
}

type Addresses = Pick<FirstRun, "baseUrl" | "temporalUi" | "mailbox">;

const factsFile = (dataDir: string) => path.join(dataDir, "first-run.json");
const pendingFile = (dataDir: string) => path.join(dataDir, "first-run.pending.json");

/**
 * The facts of this DATA_DIR. On the first start they are drawn and noted before anything is made of them, so that a start that is
 * cut short goes on with the same ones. `made` says whether an earlier start completed.
 */
export function firstRunFacts(dataDir: string, addresses: Addresses): { facts: FirstRun; made: boolean } {
  const known = readJson<FirstRun>(factsFile(dataDir));
  if (known) return { facts: { ...known, ...addresses }, made: true };
  const pending = readJson<FirstRun>(pendingFile(dataDir));
  if (pending) return { facts: { ...pending, ...addresses }, made: false };
  const drawn = {
    ...addresses,
    organizationId: uuidv7(),
    userId: uuidv7(),
    email: "owner@demo.local",
    password: randomBytes(12).toString("base64url"),
    apiKey: newApiKey().key,
  };
  writePrivateJson(pendingFile(dataDir), drawn);
  return { facts: drawn, made: false };
}

/** Notes that what the facts describe is there. */
export function completeFirstRun(dataDir: string, facts: FirstRun): void {
  const { baseUrl, organizationId, userId, email, password, apiKey, temporalUi, mailbox } = facts;
  writePrivateJson(factsFile(dataDir), {
    baseUrl,
    organizationId,
    userId,
    email,
    password,
    apiKey,
    temporalUi,
    mailbox,
  });
  rmSync(pendingFile(dataDir), { force: true });
}
