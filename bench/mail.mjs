// npm run bench:mail [mails, default 1000]: so many e-mails out and so many in by IMAP, at the same time, while the worker is killed three
// times. Says how many were lost or came twice, and how long each way takes compared with a bare client that does nothing with them, in the
// same run. Everything is on loopback. It fails if a mail is lost, or one that came in is kept twice.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import hoodiecrow from "hoodiecrow-imap";
import { ImapFlow } from "imapflow";
import nodemailer from "nodemailer";
import { startProduct } from "../scripts/product.mjs";
import { say } from "./figures.mjs";
import { startMailServer } from "./mail-server.mjs";

const count = Number(process.argv[2] ?? 1000);
const port = 3940;
const kills = 3;
const longestMs = 10 * 60_000;
const login = { user: "studio", pass: "segreta" };
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const smtp = await startMailServer();

const imap = hoodiecrow({
  plugins: ["ID", "AUTH-PLAIN", "SASL-IR", "IDLE"],
  users: { [login.user]: { password: login.pass } },
  storage: { INBOX: { messages: [] } },
});
imap.server.on("connection", (socket) => socket.on("error", () => undefined));
imap.listen(0, "127.0.0.1", () => undefined);
if (!imap.server.listening) await once(imap.server, "listening");
const imapPort = imap.server.address().port;
const incoming = (n) =>
  `From: Cliente ${n} <c${n}@cliente.test>\r\nTo: studio@studio.test\r\nSubject: Entrata ${n}\r\nMessage-ID: <in${n}@cliente.test>\r\n\r\nBuongiorno, ${"una riga come tante. ".repeat(50)}\r\n`;

const timed = async (work) => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
};

async function bareSmtp() {
  const { hostname: host, port } = new URL(smtp.url);
  const transport = nodemailer.createTransport({ host, port, pool: true, maxConnections: 4 });
  const mail = { from: "a@b.test", to: "c@d.test", subject: "Prova", text: "Buongiorno" };
  await Promise.all(Array.from({ length: count }, () => transport.sendMail(mail)));
  transport.close();
}

async function bareImap() {
  const client = new ImapFlow({ host: "127.0.0.1", port: imapPort, secure: false, auth: login, logger: false });
  await client.connect();
  await client.mailboxOpen("INBOX", { readOnly: true });
  for (let uid = 1; uid <= count; uid++) await client.fetchOne(String(uid), { source: true }, { uid: true });
  await client.logout();
}

/** How often each sent mail arrived, by its subject. */
function arrived() {
  const counts = new Map();
  for (const { subject } of smtp.mails) {
    const [sent] = /^Uscita \d+/.exec(subject) ?? [];
    if (sent) counts.set(sent, (counts.get(sent) ?? 0) + 1);
  }
  return counts;
}

const product = await startProduct(port, 8, { SMTP_URL: smtp.url });
try {
  const { act, admin, dataDir, organizationId } = product;
  const worker = () =>
    JSON.parse(readFileSync(path.join(dataDir, "instance.json"), "utf8")).processes.find(
      ({ name }) => name === "worker",
    );

  const smtpSeconds = await timed(bareSmtp);
  for (let n = 0; n < count; n++) imap.appendMessage("INBOX", [], new Date(), incoming(n));
  const imapSeconds = await timed(bareImap);

  const received = async () => {
    const subjects = [];
    for (let cursor; ; ) {
      const page = await act("list_threads", { limit: 100, ...(cursor ? { cursor } : {}) });
      for (const { subject } of page.items) if (/^Entrata /.test(subject ?? "")) subjects.push(subject);
      cursor = page.nextCursor;
      if (!cursor) return subjects;
    }
  };
  const began = performance.now();
  const channel = ["--organization", organizationId, "--channel", "email", "--from", "studio@studio.test"];
  const imapUrl = `imap://${login.user}:${login.pass}@127.0.0.1:${imapPort}`;
  admin("channel", "set", ...channel, "--smtp-url", smtp.url, "--imap-url", imapUrl);
  await Promise.all(
    Array.from({ length: count }, (_, n) =>
      act("send_message", { to: `c${n}@fuori.test`, subject: `Uscita ${n}`, body: "Buongiorno" }),
    ),
  );
  let [outSeconds, inSeconds, killed] = [0, 0, 0];
  while ((!outSeconds || !inSeconds) && performance.now() - began < longestMs) {
    const seconds = (performance.now() - began) / 1000;
    const came = inSeconds ? count : (await received()).length;
    const left = arrived().size;
    if (left >= count) outSeconds ||= seconds;
    if (came >= count) inSeconds ||= seconds;
    const part = worker();
    if (killed < kills && part && Math.min(left, came) > (killed * count) / (kills + 1)) {
      process.kill(part.pid, "SIGKILL");
      killed++;
    }
    await pause(100);
  }
  await pause(5_000);
  const came = await received();
  const out = arrived();
  const twiceOut = [...out.values()].filter((times) => times > 1).length;
  const lost = 2 * count - out.size - new Set(came).size;
  const twiceIn = came.length - new Set(came).size;
  say(`${count} out and ${count} in, the worker killed ${killed} times: ${lost} lost, ${twiceIn} kept twice`);
  say(`${twiceOut} arrived twice under the same Message-ID, which a mail program shows once`);
  say(`out: ${(outSeconds / smtpSeconds).toFixed(1)} times as long as bare SMTP (${smtpSeconds.toFixed(1)} s)`);
  say(`in: ${(inSeconds / imapSeconds).toFixed(1)} times as long as bare IMAP (${imapSeconds.toFixed(1)} s)`);
  if (lost > 0 || twiceIn > 0) process.exitCode = 1;
} finally {
  await product.stop();
  process.exit();
}
