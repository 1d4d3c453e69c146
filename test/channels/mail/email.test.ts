import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { checkServerIdentity, type PeerCertificate } from "node:tls";
import { describe, expect, it } from "@jest/globals";
import { HandOverError } from "../../../src/channels/hand-over-error.js";
import { type EmailToHandOver, handOverEmail } from "../../../src/channels/mail/email.js";
import { type SmtpTimes, smtpTimes, submitMessage } from "../../../src/channels/mail/smtp.js";
import { explainSmtpFailure, type SmtpFailure } from "../../../src/channels/mail/smtp-failure.js";
import { loginAddress } from "../../../src/domain/messages/channel-settings.js";
import { closedAfterTest } from "../../support/for-tests.js";
import { listening } from "../../support/listening.js";
import { type SmtpBehaviour, startSmtp } from "../../support/smtp.js";

const smtp = async (behaviour?: SmtpBehaviour) => closedAfterTest(await startSmtp(behaviour));

/** A server that speaks no SMTP of its own: the test does. */
async function bareServer(talk: (socket: Socket) => void): Promise<string> {
  const { port } = closedAfterTest(await listening(createServer(talk)));
  return `smtp://127.0.0.1:${port}`;
}

const mail = (smtpUrl: string, changes: Partial<EmailToHandOver> = {}): EmailToHandOver => ({
  smtpUrl,
  messageId: "<m.0193@studio-rossi.it>",
  from: { name: "Studio Rossi", address: "studio@studio-rossi.it" },
  envelopeFrom: "studio@studio-rossi.it",
  to: "anna.bianchi@example.it",
  subject: "Preventivo n. 2026/0001: però, così è",
  text: "Gentile cliente,\nil totale è € 1.234,50.\n.\nCordiali saluti",
  attachments: [],
  ...changes,
});

/** @param changes of the times that a submission may take */
const submitted = (smtpUrl: string, changes: Partial<SmtpTimes>) =>
  submitMessage(
    smtpUrl,
    { from: "studio@studio-rossi.it", to: ["anna.bianchi@example.it"] },
    Buffer.from("Subject: Prova\r\n\r\n"),
    { ...smtpTimes, ...changes },
  );

async function failure(sending: Promise<unknown>): Promise<HandOverError> {
  const error = await sending.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(HandOverError);
  return error as HandOverError;
}

describe("an e-mail that its server accepts", () => {
  it("arrives whole, with the threading headers and attachments", async () => {
    const server = await smtp();
    const pdf = Buffer.from("%PDF-1.7 \u0000\u00ff\r\n.\r\n", "latin1");
    const { serverWords } = await handOverEmail(
      mail(server.url, {
        replyTo: "ufficio@studio-rossi.it",
        inReplyTo: "<prima@example.it>",
        references: ["<inizio@example.it>", "<prima@example.it>"],
        headers: { "Auto-Submitted": "auto-generated" },
        attachments: [{ filename: "Preventivo perché.pdf", contentType: "application/pdf", content: pdf }],
      }),
    );
    expect(serverWords).toBe("250 2.0.0 taken for tests");
    const [received] = server.messages;
    expect(received).toMatchObject({
      envelopeFrom: "studio@studio-rossi.it",
      envelopeTo: ["anna.bianchi@example.it"],
      to: ["anna.bianchi@example.it"],
      messageId: "<m.0193@studio-rossi.it>",
      subject: "Preventivo n. 2026/0001: però, così è",
    });
    expect(received?.text.trim()).toBe("Gentile cliente,\nil totale è € 1.234,50.\n.\nCordiali saluti");
    expect(received?.headers["in-reply-to"]).toBe("<prima@example.it>");
    expect(received?.headers.references).toBe("<inizio@example.it> <prima@example.it>");
    expect(received?.headers["auto-submitted"]).toBe("auto-generated");
    expect(received?.parsed.from).toEqual({ name: "Studio Rossi", address: "studio@studio-rossi.it" });
    expect(received?.parsed.replyTo?.[0]?.address).toBe("ufficio@studio-rossi.it");
    expect(received?.attachments).toEqual([
      { filename: "Preventivo perché.pdf", mimeType: "application/pdf", content: pdf },
    ]);
  });

  it("reaches further people, and says who was refused", async () => {
    const answers: Record<string, string> = { figlio: "550 5.1.1 unknown user", geometra: "451 4.7.1 try again later" };
    const server = await smtp({ rejectWith: (to) => answers[to.split("@")[0] as string] });
    const cc = ["figlio@example.it", "geometra@example.it", "zia@example.it"];
    expect(await handOverEmail(mail(server.url, { cc }))).toMatchObject({
      refusals: [
        { address: "figlio@example.it", words: "550 5.1.1 unknown user", isForNow: false },
        { address: "geometra@example.it", words: "451 4.7.1 try again later", isForNow: true },
      ],
    });
    expect(server.messages[0]?.envelopeTo).toEqual(["anna.bianchi@example.it", "zia@example.it"]);
    expect(server.messages[0]?.parsed.cc?.map(({ address }) => address)).toEqual(cc);
    server.behaviour.rejectWith = "550 5.1.1 unknown user";
    expect((await failure(handOverEmail(mail(server.url, { cc })))).outcome).toBe("refused");
    expect((await failure(handOverEmail(mail(server.url, { cc: ["a@x.it, b@x.it"] })))).outcome).toBe("refused");
  });

  it("logs in with the address's credentials", async () => {
    const server = await smtp({ login: { user: "studio@rossi.it", pass: "se/gr€to:1" } });
    await handOverEmail(mail(server.url));
    expect(server.messages).toHaveLength(1);
  });

  it("carries 20 MB", async () => {
    const server = await smtp();
    const content = Buffer.alloc(20_000_000, 7);
    await handOverEmail(
      mail(server.url, { attachments: [{ filename: "tavola.dwg", contentType: "image/vnd.dwg", content }] }),
    );
    expect(server.messages[0]?.attachments[0]?.content.equals(content)).toBe(true);
  });

  it("keeps no connection to a server that took it and doesn't answer the farewell", async () => {
    let closed: Promise<unknown> | undefined;
    const url = await bareServer((socket) => {
      closed = once(socket, "close");
      socket.write("220 bare\r\n");
      socket.on("data", (said) => {
        if (said.includes("DATA")) socket.write("354 go on\r\n");
        else if (!said.includes("QUIT")) socket.write("250 ok\r\n");
      });
    });
    await submitted(url, { silenceMs: 100 });
    await closed;
  });
});

describe("texts that try to become headers", () => {
  const evil = "Ciao\r\nBcc: evil@example.com\r\n\r\nbody";

  it("stay texts in every field", async () => {
    const server = await smtp();
    await handOverEmail(
      mail(server.url, {
        subject: evil,
        from: { name: `Rossi" <evil@example.com>, ${evil}`, address: "studio@studio-rossi.it" },
        inReplyTo: `<a@b>${evil}`,
        references: [`<a@b>${evil}`, "<good@example.it>"],
        headers: { "X-Note": evil, "X-Bad: 1\r\nBcc": "evil@example.com" },
        attachments: [
          { filename: evil, contentType: `application/pdf\r\nBcc: evil@example.com`, content: Buffer.from("x") },
        ],
      }),
    );
    const [received] = server.messages;
    expect(received?.envelopeTo).toEqual(["anna.bianchi@example.it"]);
    expect(received?.headers).not.toHaveProperty("bcc");
    expect(received?.raw.toString("latin1")).not.toMatch(/^bcc/im);
    expect(received?.parsed.from?.address).toBe("studio@studio-rossi.it");
    expect(received?.subject).toBe("Ciao Bcc: evil@example.com body");
    expect(received?.headers["in-reply-to"]).toBeUndefined();
    expect(received?.headers.references).toBe("<good@example.it>");
    expect(received?.attachments[0]?.mimeType).toBe("application/octet-stream");
  });

  it.each([
    "a@x.it\r\nBCC: evil@x.it",
    "a@x.it, evil@x.it",
    "Anna <a@x.it>",
    "a@x.it> SIZE=1",
    "a b@x.it",
    "nobody",
    "",
  ])("are refused as a recipient, unsent: %j", async (to) => {
    const server = await smtp();
    const error = await failure(handOverEmail(mail(server.url, { to })));
    expect(error.outcome).toBe("refused");
    expect(error.serverWords).not.toMatch(/[\r\n]/);
    expect(server.messages).toHaveLength(0);
  });

  it("are refused as sender, reply address or Message-ID", async () => {
    const server = await smtp();
    for (const changes of [
      { envelopeFrom: "a@x.it>\r\nRCPT TO:<evil@x.it" },
      { from: { name: "", address: "a@x.it\nX: y" } },
      { replyTo: "a@x.it,b@x.it" },
      { messageId: "<a@b>\r\nBcc: evil@x.it" },
    ]) {
      expect((await failure(handOverEmail(mail(server.url, changes)))).outcome).toBe("refused");
    }
    expect(server.messages).toHaveLength(0);
  });
});

describe("an e-mail that isn't accepted", () => {
  it.each([
    ["550 5.1.1 unknown user", "refused"],
    ["451 4.2.1 try later", "deferred"],
  ])("at its recipient: %s is %s, with the server's words", async (answer, outcome) => {
    const server = await smtp({ rejectWith: answer });
    expect(await failure(handOverEmail(mail(server.url)))).toMatchObject({ outcome, serverWords: answer });
  });

  it.each([
    ["554 5.7.1 looks like spam", "refused"],
    ["503 5.5.1 bad sequence", "refused"],
    ["452 4.3.1 disk full", "deferred"],
  ])("once it was sent: %s is %s", async (answer, outcome) => {
    const server = await smtp({ rejectMessageWith: answer });
    expect(await failure(handOverEmail(mail(server.url)))).toMatchObject({ outcome, serverWords: answer });
  });

  it("is refused, and says why, when it is larger than the server says that it takes", async () => {
    const url = await bareServer((socket) => {
      socket.write("220 bare\r\n");
      socket.on("data", () => socket.write("250-bare\r\n250 SIZE 100\r\n"));
    });
    expect(await failure(handOverEmail(mail(url)))).toMatchObject({
      outcome: "refused",
      serverWords: "the message is larger than the mail server takes (EMESSAGE)",
    });
  });

  it("is deferred when nobody listens", async () => {
    const server = await smtp();
    await server.close();
    const error = await failure(handOverEmail(mail(server.url.replace("//", "//studio:segretissima@"))));
    expect(error).toMatchObject({
      outcome: "deferred",
      serverWords: "the mail server refuses connections (ECONNREFUSED)",
    });
  });

  it("is unknown when the connection breaks after it was sent, before an answer", async () => {
    const server = await smtp({ dropAfterData: true });
    const error = await failure(handOverEmail(mail(server.url)));
    expect(error.outcome).toBe("unknown");
    expect(server.messages).toHaveLength(1);
  });

  it("is deferred when the connection breaks in the middle of it", async () => {
    const url = await bareServer((socket) => {
      let bytes = 0;
      socket.write("220 bare\r\n");
      socket.on("data", (chunk) => {
        bytes += chunk.length;
        if (/^DATA/m.test(chunk.toString("latin1"))) return socket.write("354 go on\r\n");
        if (bytes > 100_000) return socket.destroy();
        if (/^(EHLO|MAIL|RCPT)/.test(chunk.toString("latin1"))) socket.write("250 fine\r\n");
      });
    });
    const attachment = {
      filename: "a.bin",
      contentType: "application/octet-stream",
      content: Buffer.alloc(30_000_000),
    };
    const error = await failure(handOverEmail(mail(url, { attachments: [attachment] })));
    expect(error.outcome).toBe("deferred");
  });

  it("is deferred when the server hangs up at once, and when it speaks another protocol", async () => {
    const silent = await bareServer((socket) => socket.destroy());
    expect((await failure(handOverEmail(mail(silent)))).outcome).toBe("deferred");
    const other = await bareServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    expect((await failure(handOverEmail(mail(other)))).outcome).toBe("deferred");
  });

  it("is deferred when no greeting comes", async () => {
    const url = await bareServer(() => undefined);
    expect(await failure(submitted(url, { greetingMs: 100 }))).toMatchObject({
      outcome: "deferred",
      serverWords: "the mail server did not answer in time (ETIMEDOUT)",
    });
  });

  it("waits longer for the answer to the whole message than for any other", async () => {
    const server = await smtp({ delayMs: 1_500 });
    expect(await submitted(server.url, { silenceMs: 500 })).toMatchObject({ serverWords: "250 2.0.0 taken for tests" });
    expect((await failure(submitted(server.url, { answerMs: 100 }))).outcome).toBe("unknown");
  });

  it("is given up when the server goes on and on without an answer", async () => {
    const url = await bareServer((socket) => {
      socket.write("220 bare\r\n");
      const timer = setInterval(() => socket.write("250-wait\r\n"), 20);
      socket.once("close", () => clearInterval(timer));
    });
    expect(await failure(submitted(url, { longestMs: 300 }))).toMatchObject({
      outcome: "deferred",
      serverWords: "the mail server did not answer in time (ETIMEDOUT)",
    });
  });

  it("is deferred when a certificate can't be trusted or TLS fails", async () => {
    const url = await bareServer((socket) => socket.write("220 no TLS here\r\n"));
    expect(await failure(handOverEmail(mail(url.replace("smtp:", "smtps:"))))).toMatchObject({
      outcome: "deferred",
      serverWords: "no encrypted connection to the mail server could be made (ERR_SSL_WRONG_VERSION_NUMBER)",
    });
    const certificate = { subject: { CN: "altro.test" }, subjectaltname: "DNS:altro.test" } as PeerCertificate;
    const anothers = checkServerIdentity("smtp.test", certificate);
    expect(explainSmtpFailure(anothers as SmtpFailure, false, undefined)).toMatchObject({
      outcome: "deferred",
      serverWords: "the mail server's certificate is another host's (ERR_TLS_CERT_ALTNAME_INVALID)",
    });
  });
});

it("takes no option from an address that would lead elsewhere or end the process", async () => {
  const server = await smtp();
  for (const option of [
    "connection=x",
    "socket=x",
    "localAddress=x",
    "tls.highWaterMark=x",
    "tls.path=/x",
    "lmtp=true",
  ])
    await handOverEmail(mail(`${server.url}?${option}`));
  expect(server.messages).toHaveLength(6);
  // It names nobody else than the URL's own reading of it: what another reading takes for the host's end doesn't count.
  await failure(handOverEmail(mail(`${server.url.replace("127.0.0.1", "127.0.0.1'.invalid")}`)));
  expect(server.messages).toHaveLength(6);
});

/** What is said to a server that offers TLS and no login, up to the sender. */
async function conversation(options: string, login = ""): Promise<string[]> {
  const said: string[] = [];
  const url = await bareServer((socket) => {
    socket.write("220 bare\r\n");
    socket.on("data", (chunk) => {
      const line = chunk.toString().trim();
      said.push(line);
      socket.write(line.startsWith("EHLO") ? "250-bare\r\n250 STARTTLS\r\n" : "550 5.7.1 no\r\n");
    });
  });
  await failure(handOverEmail(mail(`${url.replace("//", `//${login}`)}/${options}`)));
  return said;
}

it("encrypts where the server offers it, unless its address says otherwise", async () => {
  expect((await conversation(""))[1]).toBe("STARTTLS");
  expect((await conversation("?ignoreTLS=true"))[1]).toMatch(/^MAIL FROM/);
});

describe("credentials", () => {
  it("may have a percent sign that nobody encoded", async () => {
    const server = await smtp({ login: { user: "studio", pass: "50%" } });
    await handOverEmail(mail(server.url.replace("50%25@", "50%@")));
    expect(server.messages).toHaveLength(1);
    expect(loginAddress({ smtpUrl: "smtp://a%zz@b.test" })).toBeNull();
  });

  it("that are wrong refuse the message and appear nowhere in the words", async () => {
    const server = await smtp({ login: { user: "studio", pass: "right" } });
    const url = server.url.replace("right", "hunter2-hunter2");
    const error = await failure(handOverEmail(mail(url)));
    expect(error).toMatchObject({ outcome: "refused", serverWords: "535 5.7.8 wrong user or password" });
    expect(JSON.stringify([error, error.message, error.stack])).not.toContain("hunter2");
  });

  it.each(["studio", "studio:", ":parola"])("that are half of a login, %s, refuse the message", async (half) => {
    const server = await smtp({ login: { user: "studio", pass: "parola" } });
    const url = server.url.replace("studio:parola@", `${half}@`);
    expect(await failure(handOverEmail(mail(url)))).toMatchObject({
      outcome: "refused",
      serverWords: "the mail server's login can't be used (EAUTH)",
    });
  });

  it("are kept back where the server asks for none", async () => {
    const said = await conversation("?ignoreTLS=true&name=posta.studio.it", "studio:parola@");
    expect(said).toEqual(["EHLO posta.studio.it", expect.stringMatching(/^MAIL FROM/)]);
  });

  it("that a server echoes are struck out", async () => {
    const url = await bareServer((socket) => {
      socket.write("220 bare\r\n");
      socket.on("data", (chunk) => {
        const line = chunk.toString();
        if (line.startsWith("EHLO")) socket.write("250-bare\r\n250 AUTH PLAIN\r\n");
        else if (line.startsWith("AUTH")) socket.write(`535 no: ${line.trim()} hunter2-hunter2\r\n`);
      });
    });
    const error = await failure(handOverEmail(mail(url.replace("//", "//studio:hunter2-hunter2@"))));
    expect(error).toMatchObject({ outcome: "refused", serverWords: "535 no: AUTH PLAIN *** ***" });
  });

  it("are not sent in the clear to another machine", async () => {
    // 0.0.0.0 reaches this machine without being one of the loopback names.
    let heard = "";
    const url = await bareServer((socket) => {
      socket.write("220 bare\r\n");
      socket.on("data", (chunk) => {
        const line = chunk.toString();
        heard += line;
        if (line.startsWith("EHLO")) socket.write("250-bare\r\n250 AUTH PLAIN\r\n");
        else if (line.startsWith("AUTH")) socket.write("235 welcome\r\n");
        else socket.write("502 not implemented\r\n");
      });
    });
    const error = await failure(handOverEmail(mail(url.replace("//127.0.0.1", "//studio:segreta@0.0.0.0"))));
    expect(error).toMatchObject({ outcome: "refused", serverWords: "502 not implemented" });
    expect(heard).toMatch(/^EHLO/);
    expect(heard).not.toMatch(/^(AUTH|MAIL FROM)/m);
  });
});
