import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "@jest/globals";
import pino from "pino";
import { HandOverError } from "../../src/channels/hand-over-error.js";
import { type EmailToHandOver, handOverEmail } from "../../src/channels/mail/email.js";
import { createMailboxServer } from "../../src/mailbox/server.js";
import { createTestDatabase, openPool } from "../support/database.js";
import { closedAfterTest, forAllTests } from "../support/for-tests.js";
import { listening } from "../support/listening.js";
import { freePort } from "../support/ports.js";

const database = forAllTests(createTestDatabase);
const pool = forAllTests(() => openPool(database.appUrl, 2));
afterEach(() => pool.query("delete from mailbox_message"));

async function startMailbox(over = pool, limit?: number): Promise<string> {
  const server = createMailboxServer(over, pino({ level: "silent" }), limit);
  const { port } = closedAfterTest(await listening(server.server));
  return `smtp://127.0.0.1:${port}`;
}

const mail = (smtpUrl: string, changes: Partial<EmailToHandOver> = {}): EmailToHandOver => ({
  smtpUrl,
  messageId: "<m.1@localhost>",
  from: { name: "Studio Demo", address: "pratica@localhost" },
  envelopeFrom: "pratica@localhost",
  to: "cliente@example.it",
  subject: "Scadenza: è ora di rispondere al Comune di Forlì",
  text: "Buongiorno",
  attachments: [],
  ...changes,
});

const rows = async () => (await pool.query("select * from mailbox_message order by id")).rows;

describe("the local mailbox", () => {
  it("keeps a message as it came, for whomever", async () => {
    const url = await startMailbox();
    const before = Date.now();
    const { serverWords } = await handOverEmail(mail(url));
    const [row, ...others] = await rows();
    expect(others).toHaveLength(0);
    expect(serverWords).toBe(`250 2.0.0 kept as ${row.id}`);
    expect(row).toMatchObject({
      envelope_from: "pratica@localhost",
      envelope_to: ["cliente@example.it"],
      message_id: "<m.1@localhost>",
      subject: "Scadenza: è ora di rispondere al Comune di Forlì",
    });
    expect(row.raw.toString()).toContain("Buongiorno");
    // Postgres' clock and this one are the machine's; both are cut to milliseconds.
    expect(row.received_at.getTime()).toBeGreaterThanOrEqual(before - 1);
    expect(row.received_at.getTime()).toBeLessThanOrEqual(Date.now() + 1);
  });

  it("keeps what is hardly a message", async () => {
    const url = new URL(await startMailbox());
    const socket = connect(Number(url.port), "127.0.0.1");
    const lines = ["EHLO x", "MAIL FROM:<>", "RCPT TO:<a@x.it>", "DATA", "\u0000\u0001 no header \ud800\r\n."];
    socket.on("data", () => socket.write(`${lines.shift() ?? "QUIT"}\r\n`));
    await once(socket, "close");
    expect(await rows()).toMatchObject([
      { envelope_from: "", envelope_to: ["a@x.it"], message_id: null, subject: null },
    ]);
  });

  it("keeps only the newest", async () => {
    const url = await startMailbox(pool, 3);
    for (let n = 1; n <= 6; n += 1) await handOverEmail(mail(url, { subject: `n. ${n}` }));
    expect((await rows()).map((row) => row.subject)).toEqual(["n. 4", "n. 5", "n. 6"]);
  });

  it("refuses what is larger than 40 MB", async () => {
    const content = Buffer.alloc(32 * 1024 * 1024);
    const attachment = { filename: "a.bin", contentType: "application/octet-stream", content };
    const url = await startMailbox();
    await expect(handOverEmail(mail(url, { attachments: [attachment] }))).rejects.toMatchObject({ outcome: "refused" });
    expect(await rows()).toHaveLength(0);
  });

  it("asks the sender to try again while its database is down", async () => {
    const down = closedAfterTest(openPool("postgres://nobody@127.0.0.1:1/none"));
    const error = await handOverEmail(mail(await startMailbox(down))).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(HandOverError);
    expect(error).toMatchObject({ outcome: "deferred", serverWords: expect.stringMatching(/^451 4\.3\.0 /) });
  });
});

describe("the local mailbox's process", () => {
  const main = fileURLToPath(new URL("../../dist/mailbox/main.js", import.meta.url));

  async function startProcess(port: number): Promise<ChildProcess> {
    const env = { ...process.env, DATABASE_URL: database.appUrl, MAILBOX_SMTP_PORT: String(port), LOG_LEVEL: "silent" };
    const child = fork(main, { env, execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
    closedAfterTest({
      async close() {
        if (child.exitCode !== null || child.signalCode !== null) return;
        child.kill("SIGKILL");
        await once(child, "exit");
      },
    });
    return child;
  }

  it.each(["SIGTERM", "disconnect"])("says that it is ready, takes mail, and ends on %s", async (ending) => {
    const port = await freePort();
    const child = await startProcess(port);
    expect((await once(child, "message"))[0]).toEqual({ type: "ready" });
    await handOverEmail(mail(`smtp://127.0.0.1:${port}`));
    expect(await rows()).toHaveLength(1);
    const ended = once(child, "exit");
    if (ending === "disconnect") child.disconnect();
    else child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  });

  it("ends with 1 when its port is taken", async () => {
    const url = new URL(await startMailbox());
    const child = await startProcess(Number(url.port));
    expect(await once(child, "exit")).toEqual([1, null]);
  });
});
