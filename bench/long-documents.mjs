// npm run bench:long-documents [documents, default 40]: one firm issues and sends that many quotes as long as a PDF may be; then another firm
// sends a short one. Says how long that one takes until its mail comes, alone and beside them. All times depend on the machine; the ratio
// between the two is what counts.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import { startProduct, until } from "../scripts/product.mjs";

const count = Number(process.argv[2] ?? 40);
const port = 3930;

/** when each recipient's mail came */
const arrived = new Map();
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  disableReverseLookup: true,
  onData(stream, { envelope }, answer) {
    stream.on("end", () => {
      arrived.set(envelope.rcptTo[0].address, performance.now());
      answer();
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
  const call = async (secret, action, body) =>
    JSON.parse(await send(port, `/api/rest/actions/${action}`, secret, body)).result;
  const quote = async (secret, email, lines) => {
    const contact = await call(secret, "create_contact", { name: email, email });
    const { id: docId } = await call(secret, "create_document", { title: "Preventivo", contactId: contact.id });
    const lineItems = Array.from({ length: lines }, (_, n) => ({
      desc: `Tinteggiatura del locale ${n} a due mani, compresi i ponteggi e la pulizia finale`,
      unit: "m²",
      qty: 12.5,
      price: 8.4,
    }));
    await call(secret, "update_document", { docId, lineItems, vatPct: 22 });
    await call(secret, "issue_document", { docId });
    await call(secret, "send_issued_document", { docId });
  };
  const timed = async (what, email) => {
    const began = performance.now();
    await quote(key, email, 5);
    await until(async () => arrived.has(email));
    const seconds = (arrived.get(email) - began) / 1000;
    process.stdout.write(`${what}: ${seconds.toFixed(2)} s\n`);
    return seconds;
  };
  await timed("the first of all", "primo@piccolo.test");
  const alone = await timed("alone", "solo@piccolo.test");
  for (let n = 0; n < count; n++) await quote(apiKey, `c${n}@grande.test`, 3_000);
  process.stdout.write(`${count} long quotes sent, ${arrived.size - 2} of them have come\n`);
  const beside = Math.max(await timed("beside them", "uno@piccolo.test"), await timed("once more", "due@piccolo.test"));
  process.stdout.write(
    `${(beside / alone).toFixed(1)} times as long; ${arrived.size - 4} of the long ones have come\n`,
  );
} finally {
  mailServer.close();
  await stop();
}
