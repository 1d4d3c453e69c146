import { existsSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { verify } from "@node-rs/argon2";
import { parseApiKey } from "../../accounts/keys/api-key.js";
import { isValidKey } from "../../accounts/keys/keys.js";
import { hostOf } from "../../channels/public-lookup.js";
import { type Config, isAtLoopback, servesThisMachineOnly } from "../../config.js";
import type { Queries } from "../../db/database.js";
import { readFirstRun } from "../../launch/data-dir/first-run.js";
import { type Finding, fine, messageOf, problem, warning } from "./check.js";

const leastFreeBytes = 1_000_000_000;
const timeoutMs = 5_000;

/** Whether DATA_DIR can be written, and has room. */
export function diskFinding({ DATA_DIR }: Config): Finding {
  if (!existsSync(DATA_DIR)) return fine("disk", `${DATA_DIR} isn't used here.`);
  const probe = path.join(DATA_DIR, `doctor.${process.pid}`);
  try {
    writeFileSync(probe, "x", { mode: 0o600, flush: true });
    const { bavail, bsize } = statfsSync(DATA_DIR);
    const free = `${Math.floor((bavail * bsize) / 1_000_000)} MB are free at ${DATA_DIR}.`;
    return bavail * bsize < leastFreeBytes ? warning("disk", `Only ${free}`) : fine("disk", free);
  } catch (error) {
    return problem("disk", `${DATA_DIR} can't be written: ${messageOf(error)}`);
  } finally {
    // A full disk takes the name of a file, and refuses its content.
    rmSync(probe, { force: true });
  }
}

/** Whether the mail server of the installation accepts connections. */
export async function mailFinding(config: Config): Promise<Finding> {
  const { SMTP_URL } = config;
  if (!SMTP_URL) {
    const others = "organizations that have set no channel";
    return servesThisMachineOnly(config)
      ? fine("mail server", `None is set: the mail of ${others} stays in the local mailbox.`)
      : warning("mail server", `None is set: the mail of ${others} waits. Set SMTP_URL.`);
  }
  const { protocol, hostname, port } = new URL(SMTP_URL);
  const at = { host: hostOf({ hostname }), port: Number(port) || (protocol === "smtps:" ? 465 : 587) };
  return new Promise((resolve) => {
    const socket = connect(at);
    const end = (finding: Finding) => {
      socket.destroy();
      resolve(finding);
    };
    const where = `${at.host}:${at.port}`;
    socket.setTimeout(timeoutMs, () => end(problem("mail server", `${where} doesn't answer.`)));
    socket.once("connect", () => end(fine("mail server", `${where} accepts connections.`)));
    socket.once("error", (error) => end(problem("mail server", `${where} can't be reached: ${messageOf(error)}`)));
  });
}

/** Whether the password and the key that the first start chose, and wrote to first-run.json, still open the demo. */
export async function firstRunFinding(queries: Queries, { DATA_DIR, BASE_URL }: Config): Promise<Finding> {
  const firstRun = readFirstRun(DATA_DIR);
  if (!firstRun) return fine("first password", "There is no first-run.json here.");
  const [user] = await queries.query<{ hash: string }>("select password_hash as hash from user_account where id = $1", [
    firstRun.userId,
  ]);
  const keyId = parseApiKey(firstRun.apiKey)?.keyId ?? null;
  const keys = await queries.query(`select from api_key k where k.id = $1 and ${isValidKey("k")}`, [keyId]);
  const open = [
    ...(user && (await verify(user.hash, firstRun.password)) ? ["password"] : []),
    ...(keys.length > 0 ? ["API key"] : []),
  ].join(" and ");
  if (!open) return fine("first password", "The password and key in first-run.json no longer work.");
  const says = `These still work from first-run.json: ${open}.`;
  if (isAtLoopback({ BASE_URL })) return fine("first password", `${says} On a server, change and revoke them.`);
  return warning("first password", `${says} Change the password in the settings, and revoke the key.`);
}
