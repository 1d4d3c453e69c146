// npm run bench:long-documents [documents, default 40]: one firm issues and sends that many quotes as long as a PDF may be; then another firm
// sends a short one. Says how long that one takes until its mail comes, alone and beside them. All times depend on the machine; the ratio
// between the two is what counts.
import { startProduct, until } from "../scripts/product.mjs";
import { say } from "./figures.mjs";
import { startMailServer } from "./mail-server.mjs";

const count = Number(process.argv[2] ?? 40);
const mailServer = await startMailServer();
const { mails } = mailServer;
const { act, admin, stop } = await startProduct(3930, 8, { SMTP_URL: mailServer.url });

try {
  const { organizationId } = admin("organization", "create", "--name", "Studio Piccolo");
  const { key } = admin("key", "create", "--organization", organizationId, "--name", "bench");
  const quote = async (email, lines, from) => {
    const contact = await act("create_contact", { name: email, email }, from);
    const { id: docId } = await act("create_document", { title: "Preventivo", contactId: contact.id }, from);
    const lineItems = Array.from({ length: lines }, (_, n) => ({
      desc: `Tinteggiatura del locale ${n} a due mani, compresi i ponteggi e la pulizia finale`,
      unit: "m²",
      qty: 12.5,
      price: 8.4,
    }));
    await act("update_document", { docId, lineItems, vatPct: 22 }, from);
    await act("issue_document", { docId }, from);
    await act("send_issued_document", { docId }, from);
  };
  const timed = async (what, email) => {
    const began = Date.now();
    await quote(email, 5, key);
    const came = () => mails.find(({ to }) => to === email);
    await until(async () => came() !== undefined);
    const seconds = (came().at - began) / 1000;
    say(`${what}: ${seconds.toFixed(2)} s`);
    return seconds;
  };
  await timed("the first of all", "primo@piccolo.test");
  const alone = await timed("alone", "solo@piccolo.test");
  for (let n = 0; n < count; n++) await quote(`c${n}@grande.test`, 3_000);
  say(`${count} long quotes sent, ${mails.length - 2} of them have come`);
  const beside = Math.max(await timed("beside them", "uno@piccolo.test"), await timed("once more", "due@piccolo.test"));
  say(`${(beside / alone).toFixed(1)} times as long; ${mails.length - 4} of the long ones have come`);
} finally {
  await stop();
  await mailServer.stop();
}
