import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import path from "node:path";
import { newApiKey } from "../../accounts/keys/api-key.js";
import { newId } from "../../db/new-id.js";
import type { DemoFacts } from "../preparation/demo.js";
import { readJson, writePrivateJson } from "./private-file.js";

/** What the first start created, with the addresses of the current start: `DATA_DIR/first-run.json`. */
export interface FirstRun extends DemoFacts {
  baseUrl: string;
  /** null if Temporal isn't the embedded one */
  temporalUi: string | null;
  /** null if mail is really sent */
  mailbox: string | null;
}

type Addresses = Pick<FirstRun, "baseUrl" | "temporalUi" | "mailbox">;

const factsFile = (dataDir: string) => path.join(dataDir, "first-run.json");
const pendingFile = (dataDir: string) => path.join(dataDir, "first-run.pending.json");

/** What the first start on a DATA_DIR created; null if none has been completed. */
export const readFirstRun = (dataDir: string): FirstRun | null => readJson<FirstRun>(factsFile(dataDir));

export const writeFirstRun = (dataDir: string, facts: FirstRun): void => writePrivateJson(factsFile(dataDir), facts);

/**
 * The facts of this DATA_DIR. The first start chooses and stores them before it uses them, so that the next start uses the same ones
 * after a crash.
 * @returns `isComplete`: an earlier start has created what they describe
 */
export function firstRunFacts(dataDir: string, addresses: Addresses): { facts: FirstRun; isComplete: boolean } {
  const stored = readFirstRun(dataDir);
  if (stored) return { facts: { ...stored, ...addresses }, isComplete: true };
  const pending = readJson<FirstRun>(pendingFile(dataDir));
  if (pending) return { facts: { ...pending, ...addresses }, isComplete: false };
  const { baseUrl, temporalUi, mailbox } = addresses;
  // In the order in which a person reads them in the file.
  const facts: FirstRun = {
    baseUrl,
    organizationId: newId(),
    userId: newId(),
    email: "owner@demo.local",
    password: randomBytes(12).toString("base64url"),
    apiKey: newApiKey().key,
    temporalUi,
    mailbox,
  };
  writePrivateJson(pendingFile(dataDir), facts);
  return { facts, isComplete: false };
}

/** Records that what the facts describe has been created. */
export function completeFirstRun(dataDir: string, facts: FirstRun): void {
  writeFirstRun(dataDir, facts);
  rmSync(pendingFile(dataDir), { force: true });
}

/** Forgets what the first start chose, where nothing was created: the database came from a backup. */
export const discardFirstRun = (dataDir: string): void => rmSync(pendingFile(dataDir), { force: true });
