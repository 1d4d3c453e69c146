import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import { listening } from "./listening.js";

export interface ReceivedMail {
  raw: Buffer;
  envelopeFrom: string;
  envelopeTo: string[];
  messageId: string;
  /** the To header's addresses */
  to: string[];
  subject: string;
  text: string;
  headers: Record<string, string>;
  attachments: { filename: string | null; mimeType: string; content: Buffer }[];
  parsed: Email;
}

export interface SmtpBehaviour {
  /** called for each message before it is answered; throwing refuses it with 451 */
  onMail?: (mail: ReceivedMail) => void | Promise<void>;
  /** an answer such as `550 5.1.1 unknown user`, for every recipient or for those the function names */
  rejectWith?: string | ((recipient: string) => string | undefined);
  /** the same, given once the whole message has come */
  rejectMessageWith?: string | (() => string | undefined);
  /** waits before answering a message */
  delayMs?: number;
  /** breaks the connection once the whole message has come, and gives no answer; the message is kept */
  dropAfterData?: boolean | (() => boolean);
  /** asks for this login, in the clear */
  login?: { user: string; pass: string };
}

export interface SmtpForTests {
  /** with the login in it, where one is asked for */
  url: string;
  messages: ReceivedMail[];
  /** may be changed while the server runs */
  behaviour: SmtpBehaviour;
  /** resolves once so many messages have come */
  waitFor(count: number, timeoutMs?: number): Promise<ReceivedMail[]>;
  close(): Promise<void>;
}

/** A real SMTP server on a free loopback port, as kind or unkind as asked. */
export async function startSmtp(behaviour: SmtpBehaviour = {}): Promise<SmtpForTests> {
  const messages: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: !behaviour.login,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 200,
    onAuth({ username, password }, _session, answer) {
      if (username === behaviour.login?.user && password === behaviour.login?.pass)
        return answer(null, { user: username });
      answer(smtpError("535 5.7.8 wrong user or password"));
    },
    onRcptTo({ address }, _session, answer) {
      const { rejectWith } = behaviour;
      const refusal = typeof rejectWith === "function" ? rejectWith(address) : rejectWith;
      answer(refusal === undefined ? null : smtpError(refusal));
    },
    onData(stream, session, answer) {
      receive(stream, session).then(
        () => answer(null, "2.0.0 taken for tests"),
        (error: Error) => answer(error),
      );
    },
  });

  async function receive(stream: AsyncIterable<Buffer>, session: SMTPServerSession): Promise<void> {
    const mail = await read(stream, session);
    await behaviour.onMail?.(mail);
    const { rejectMessageWith, dropAfterData } = behaviour;
    const refusal = typeof rejectMessageWith === "function" ? rejectMessageWith() : rejectMessageWith;
    if (refusal !== undefined) throw smtpError(refusal);
    messages.push(mail);
    if (behaviour.delayMs) await new Promise((resolve) => setTimeout(resolve, behaviour.delayMs));
    if (typeof dropAfterData === "function" ? dropAfterData() : dropAfterData) breakConnection(server, session);
  }

  // A client that is killed in the middle resets its connection: its own affair.
  server.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "ECONNRESET" && error.code !== "EPIPE") throw error;
  });
  const { port } = await listening(server.server);
  const login = behaviour.login
    ? `${encodeURIComponent(behaviour.login.user)}:${encodeURIComponent(behaviour.login.pass)}@`
    : "";
  return {
    url: `smtp://${login}127.0.0.1:${port}`,
    messages,
    behaviour,
    async waitFor(count, timeoutMs = 120_000) {
      const until = Date.now() + timeoutMs;
      while (messages.length < count) {
        if (Date.now() > until) throw new Error(`${messages.length} of ${count} messages came in ${timeoutMs} ms`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return messages;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function smtpError(answer: string): Error {
  return Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) });
}

function breakConnection(server: SMTPServer, { id }: SMTPServerSession): void {
  for (const connection of server.connections) if (connection.id === id) connection._socket.destroy();
}

async function read(stream: AsyncIterable<Buffer>, { envelope }: SMTPServerSession): Promise<ReceivedMail> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const raw = Buffer.concat(chunks);
  const parsed = await PostalMime.parse(raw, { forceRfc822Attachments: true });
  return {
    raw,
    envelopeFrom: envelope.mailFrom ? envelope.mailFrom.address : "",
    envelopeTo: envelope.rcptTo.map(({ address }) => address),
    messageId: parsed.messageId ?? "",
    to: (parsed.to ?? []).flatMap((entry) => (entry.group ?? [entry]).map(({ address }) => address)),
    subject: parsed.subject ?? "",
    text: parsed.text ?? "",
    headers: Object.fromEntries(parsed.headers.map(({ key, value }) => [key, value])),
    attachments: parsed.attachments.map(({ filename, mimeType, content }) => ({
      filename,
      mimeType,
      content: Buffer.from(content as ArrayBuffer),
    })),
    parsed,
  };
}
