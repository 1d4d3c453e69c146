import { createHash, randomBytes } from "node:crypto";
import { afterEach, describe, expect, it } from "@jest/globals";
import { setChannel } from "../../src/accounts/channels.js";
import { byAdmin } from "../../src/db/audit.js";
import { transact } from "../../src/db/transact.js";
import { startApi, type TestApi } from "../support/caller.js";
import { organization } from "../support/factories.js";
import { type FilledMailbox, startGreenMail, whyNoGreenMail } from "../support/greenmail.js";
import { hostileMail } from "../support/hostile-mails.js";
import { startImap } from "../support/imap.js";
import { createNamespace, type TestNamespace } from "../support/namespace.js";
import { Node } from "../support/nodes.js";
import { pause } from "../support/product.js";

const mails = 500;
const kills = 5;
/** How long none may come: the machine may be slow. */
const patienceMs = 300_000;

let temporal: TestNamespace | undefined;
let api: TestApi | undefined;
let mailbox: FilledMailbox | undefined;
let workers: Node[] = [];

afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await api?.close();
  await mailbox?.close();
  await temporal?.close();
});

async function startOfNpm(): Promise<FilledMailbox> {
  const imap = await startImap();
  const hashes: string[] = [];
  return {
    url: imap.url,
    async put(raw) {
      imap.append(raw);
      hashes.push(createHash("sha256").update(raw).digest("hex"));
    },
    contents: async () => hashes,
    isTouched: async () => imap.isTouched,
    close: () => imap.close(),
  };
}

/** An API and two workers that read this mailbox. */
async function startReading({ url }: FilledMailbox): Promise<TestApi> {
  const SECRET_KEY = randomBytes(32).toString("hex");
  const started = await Promise.all([createNamespace(), startApi({ settings: { SECRET_KEY } })]);
  [temporal, api] = started;
  const { app } = started[1];
  const org = await organization(started[1]);
  const given = { smtpUrl: "smtp://127.0.0.1:9", imapUrl: url, from: "studio@studio.test" };
  await transact(app.database, byAdmin(org.organizationId, "set_channel"), (unit) =>
    setChannel(unit, app.config, { organizationId: org.organizationId, channel: "email", given }),
  );
  const settings = {
    DATABASE_URL: app.config.DATABASE_URL as string,
    TEMPORAL_ADDRESS: started[0].address,
    TEMPORAL_NAMESPACE: started[0].namespace,
    HOST: "127.0.0.1",
    SECRET_KEY,
  };
  workers = [1, 2].map(() => new Node("worker", settings));
  return started[1];
}

const absence = await whyNoGreenMail();
const servers = [
  { server: "the server of npm", start: startOfNpm, test: it },
  absence === null
    ? { server: "GreenMail", start: startGreenMail, test: it }
    : { server: `GreenMail (not tried: ${absence})`, start: startGreenMail, test: it.skip },
];

describe.each(servers)("from $server", ({ server, start, test }) => {
  test("500 hostile mails, with workers killed between fetch and commit: none is lost, none comes twice, none stops the reader", async () => {
    const filled = await start();
    mailbox = filled;
    const { pool } = await startReading(filled);
    const filling = (async () => {
      for (let n = 0; n < mails; n++) await filled.put(hostileMail(n));
    })();
    const text = "select content_sha256 as sha from message where direction = 'incoming'";
    const came = async (): Promise<string[]> => (await pool.query(text)).rows.map(({ sha }) => sha);
    const untilCame = async (wanted: number, everyMs: number) => {
      let count = 0;
      for (let until = Date.now() + patienceMs; count < wanted && Date.now() < until; await pause(everyMs)) {
        const { length } = await came();
        if (length > count) until = Date.now() + patienceMs;
        count = length;
      }
    };
    for (let kill = 1; kill <= kills; kill++) {
      await untilCame((mails / (kills + 1)) * kill, 5);
      for (const worker of workers) worker.kill();
    }
    await filling;
    await untilCame(mails, 200);
    await pause(2_000);
    const all = await came();
    const { rows } = await pool.query("select count(*)::int as n from message where body like '[Pratica non%'");
    process.stdout.write(
      `${server}: ${all.length} mails came; ${rows[0].n} of them unread; ${kills} kills of both workers\n`,
    );
    expect([...all].sort()).toEqual([...(await filled.contents())].sort());
    expect(await filled.isTouched()).toBe(false);
  }, 3_600_000);
});
