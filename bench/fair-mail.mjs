// npm run bench:fair-mail [mails, default 500]: one firm orders that many mails at once through the installation's mail server, which takes
// 50 ms for each; then another firm orders a single one. Says how long that one takes, and how many of the first firm's came before it.
// Everything is on loopback, and all times depend on the machine; the places in the queue don't.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import { startProduct, until } from "../scripts/product.mjs";

const count = Number(process.argv[2] ?? 500);
const port = 3920;
const answerMs = 50;

/** when each recipient's mail came, in that order */
const arrived = new Map();
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  disableReverseLookup: true,
  onData(stream, { envelope }, answer) {
    stream.on("end", () => {
      arrived.set(envelope.rcptTo[0].address, performance.now());
      setTimeout(answer, answerMs);
    });
    stream.resume();
  },
});
const listener = mailServer.listen(0, "127.0.0.1");
await once(listener, "listening");
const { apiKey, dataDir, send, stop } = await startProduct(port, 8, {
  SMTP_URL: `smtp://127.0.0.1:${listener.address().port}`,
});

try {
  const admin = (...words) => {
    const options = { env: { ...process.env, DATA_DIR: dataDir } };
    const said = execFileSync("npm", ["run", "--silent", "admin", "--", ...words, "--json"], options).toString();
    return JSON.parse(said.trim().split("\n").at(-1));
  };
  const { organizationId } = admin("organization", "create", "--name", "Studio Piccolo");
  const { key } = admin("key", "create", "--organization", organizationId, "--name", "bench");
  const mail = (secret, to) =>
    send(port, "/api/rest/actions/send_message", secret, { to, subject: "Prova", body: "Buongiorno" });
  const timed = async (to) => {
    const [began, before] = [performance.now(), arrived.size];
    await mail(key, to);
    await until(async () => arrived.has(to));
    return { seconds: (arrived.get(to) - began) / 1000, before: [...arrived.keys()].indexOf(to) - before };
  };
  const say = (what, { seconds, before }) =>
    process.stdout.write(`${what}: ${seconds.toFixed(1)} s, after ${before} of the other firm's mails\n`);

  say("alone", await timed("solo@piccolo.test"));
  await Promise.all(Array.from({ length: count }, (_, n) => mail(apiKey, `c${n}@grande.test`)));
  process.stdout.write(`${count} mails ordered, ${arrived.size - 1} of them have come\n`);
  say("beside them", await timed("uno@piccolo.test"));
  say("once more", await timed("due@piccolo.test"));
} finally {
  mailServer.close();
  await stop();
}
