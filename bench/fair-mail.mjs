// npm run bench:fair-mail [mails, default 500]: one firm orders that many mails at once through the installation's mail server, which takes
// 50 ms for each; then another firm orders a single one. Says how long that one takes, and how many of the first firm's came before it.
// Everything is on loopback, and all times depend on the machine; the places in the queue don't.
import { startProduct, until } from "../scripts/product.mjs";
import { say } from "./figures.mjs";
import { startMailServer } from "./mail-server.mjs";

const count = Number(process.argv[2] ?? 500);
const mailServer = await startMailServer(50);
const { mails } = mailServer;
const { act, admin, stop } = await startProduct(3920, 8, { SMTP_URL: mailServer.url });

try {
  const { organizationId } = admin("organization", "create", "--name", "Studio Piccolo");
  const { key } = admin("key", "create", "--organization", organizationId, "--name", "bench");
  const mail = (to, from) => act("send_message", { to, subject: "Prova", body: "Buongiorno" }, from);
  const timed = async (to) => {
    const [began, before] = [Date.now(), mails.length];
    await mail(to, key);
    const place = () => mails.findIndex((one) => one.to === to);
    await until(async () => place() >= 0);
    return { seconds: (mails[place()].at - began) / 1000, before: place() - before };
  };
  const tell = (what, { seconds, before }) =>
    say(`${what}: ${seconds.toFixed(1)} s, after ${before} of the other firm's mails`);

  tell("alone", await timed("solo@piccolo.test"));
  await Promise.all(Array.from({ length: count }, (_, n) => mail(`c${n}@grande.test`)));
  say(`${count} mails ordered, ${mails.length - 1} of them have come`);
  tell("beside them", await timed("uno@piccolo.test"));
  tell("once more", await timed("due@piccolo.test"));
} finally {
  await stop();
  await mailServer.stop();
}
