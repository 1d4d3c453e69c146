import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ImapFlow } from "imapflow";
import { sha256 } from "../../src/domain/sha256.js";
import { freePort } from "./ports.js";

const version = "2.1.5";
const jarSha256 = "4649d8d16eca356b3812b992a278d8af9f2d2ab32b3e1f6d266603c59336087e";
const url = `https://repo1.maven.org/maven2/com/icegreen/greenmail-standalone/${version}/greenmail-standalone-${version}.jar`;
const jar = fileURLToPath(new URL(`../../node_modules/.cache/greenmail-${version}.jar`, import.meta.url));
const user = "studio@studio.test";
const password = "segreta";
const startMs = 120_000;

/** What a soak needs of an IMAP server, whoever made it. */
export interface FilledMailbox {
  /** with the login in it */
  url: string;
  put(raw: Buffer): Promise<void>;
  /** the SHA-256 of each mail, as the server gives it */
  contents(): Promise<string[]>;
  /** whether any mail was marked, moved or deleted */
  isTouched(): Promise<boolean>;
  close(): Promise<void>;
}

/** Why GreenMail, a mail server in Java, can't run here; null: it can, from Maven Central's file, which is fetched once. */
export async function whyNoGreenMail(): Promise<string | null> {
  try {
    execFileSync("java", ["-version"], { stdio: "ignore" });
  } catch {
    return "there is no Java here";
  }
  if (existsSync(jar) && sha256(readFileSync(jar)) === jarSha256) return null;
  try {
    const bytes = Buffer.from(await (await fetch(url, { signal: AbortSignal.timeout(60_000) })).arrayBuffer());
    if (sha256(bytes) !== jarSha256) return `${url} is not the file that was tried`;
    mkdirSync(path.dirname(jar), { recursive: true });
    writeFileSync(`${jar}.${process.pid}`, bytes);
    renameSync(`${jar}.${process.pid}`, jar);
    return null;
  } catch {
    return `${url} can't be fetched`;
  }
}

/** GreenMail on a free loopback port, with one mailbox, which a client of its own fills and looks at. */
export async function startGreenMail(): Promise<FilledMailbox> {
  const [imapPort, smtpPort] = [await freePort(), await freePort()];
  const settings = {
    "greenmail.smtp.hostname": "127.0.0.1",
    "greenmail.smtp.port": smtpPort,
    "greenmail.imap.hostname": "127.0.0.1",
    "greenmail.imap.port": imapPort,
    "greenmail.users": `studio:${password}@studio.test`,
    "greenmail.users.login": "email",
  };
  const options = Object.entries(settings).map(([name, value]) => `-D${name}=${value}`);
  const server = spawn("java", ["-Xmx1g", ...options, "-jar", jar], { stdio: "ignore" });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const client = await connected(imapPort, Date.now() + startMs);
  await client.mailboxOpen("INBOX");
  let put = 0;
  return {
    url: `imap://${encodeURIComponent(user)}:${password}@127.0.0.1:${imapPort}`,
    async put(raw) {
      await client.append("INBOX", raw);
      put += 1;
    },
    async contents() {
      const found: string[] = [];
      for await (const { source } of client.fetch("1:*", { source: true })) if (source) found.push(sha256(source));
      return found;
    },
    async isTouched() {
      const mails = await client.fetchAll("1:*", { flags: true });
      // The only mark that no client sets: the server's, that nobody was told of the mail before.
      return mails.length !== put || mails.some(({ flags }) => [...(flags ?? [])].some((flag) => flag !== "\\Recent"));
    },
    async close() {
      await client.logout().catch(() => undefined);
      server.kill("SIGTERM");
      await ended;
    },
  };
}

/** Once the server answers. */
async function connected(port: number, until: number): Promise<ImapFlow> {
  for (;;) {
    const auth = { user, pass: password };
    const client = new ImapFlow({ host: "127.0.0.1", port, secure: false, auth, logger: false, disableAutoIdle: true });
    client.on("error", () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      client.close();
      if (Date.now() > until) throw error;
      await wait(200);
    }
  }
}
