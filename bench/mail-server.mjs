import { once } from "node:events";
import { SMTPServer } from "smtp-server";

/**
 * Starts a mail server on a free port that takes every mail.
 * @param answerMs how long it lets each wait for its answer
 * @returns its `url`; its `mails`, each with its recipient, its subject and when it came, epoch ms; and `stop`
 */
export async function startMailServer(answerMs = 0) {
  const mails = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    onData(stream, { envelope }, answer) {
      let text = "";
      stream.setEncoding("latin1").on("data", (chunk) => {
        text += chunk;
      });
      stream.on("end", () => {
        const [, subject = ""] = /^Subject: (.*)$/m.exec(text) ?? [];
        mails.push({ to: envelope.rcptTo[0].address, subject, at: Date.now() });
        setTimeout(answer, answerMs);
      });
    },
  });
  // A worker that is killed in the middle resets its connection.
  server.on("error", () => undefined);
  const listener = server.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const url = `smtp://127.0.0.1:${listener.address().port}`;
  return { url, mails, stop: () => new Promise((resolve) => server.close(resolve)) };
}
