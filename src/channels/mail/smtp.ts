import { Readable } from "node:stream";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { longestHandOverMs } from "../../contracts/task-queues.js";
import type { Refusal } from "../../db/entities/message.js";
import { minuteMs } from "../../domain/calendar/durations.js";
import { publicPlace } from "../public-lookup.js";
import { smtpAddress } from "./smtp-address.js";
import { explainSmtpFailure, type SmtpFailure } from "./smtp-failure.js";

/** How long a submission may take, in milliseconds. */
export interface SmtpTimes {
  /** from the first packet to the greeting and TLS; some servers let their clients wait for 20 s on purpose */
  greetingMs: number;
  /** without a word or a byte */
  silenceMs: number;
  /**
   * for the answer to the whole message, which scanners read before it comes: whoever gives up earlier delivers it twice. RFC 5321
   * (4.5.3.2.6) asks for 10 minutes, but meanwhile a server that hangs has one of the worker's slots.
   */
  answerMs: number;
  /** in all, also while the server still says something */
  longestMs: number;
}

export const smtpTimes: SmtpTimes = {
  greetingMs: 30_000,
  silenceMs: minuteMs,
  answerMs: 5 * minuteMs,
  longestMs: longestHandOverMs,
};
const sliceBytes = 64 * 1024;

/** The message in slices: if the connection breaks in the middle of a large message, the end of the stream was not reached. */
function* slices(raw: Buffer): Generator<Buffer> {
  for (let start = 0; start < raw.length; start += sliceBytes) yield raw.subarray(start, start + sliceBytes);
}

interface Submitted {
  serverWords: string;
  refusals: Refusal[];
}

type Rejected = SmtpFailure & { recipient: string };

function refusalsOf(rejected: readonly Rejected[], auth: Parameters<typeof explainSmtpFailure>[2]): Refusal[] {
  return rejected.map((failure) => {
    const { outcome, serverWords } = explainSmtpFailure(failure, false, auth);
    return { address: failure.recipient, words: serverWords, isForNow: outcome !== "refused" };
  });
}

/**
 * Submits one message on a connection of its own. This code drives nodemailer's connection itself, because nodemailer's transport
 * doesn't say whether the whole message was sent before a connection was lost; only then could a second attempt deliver a second copy.
 * @returns the server's answer, and those of several recipients that it refused
 * @throws HandOverError if it took the message for none of them
 */
export async function submitMessage(
  smtpUrl: string,
  envelope: { from: string; to: string[] },
  raw: Buffer,
  { greetingMs, silenceMs, answerMs, longestMs }: SmtpTimes = smtpTimes,
): Promise<Submitted> {
  const { auth, publicOnly, ...address } = smtpAddress(smtpUrl);
  const place =
    publicOnly &&
    (await publicPlace(address.host).catch((failure: SmtpFailure) => {
      throw explainSmtpFailure(failure, false, auth);
    }));
  const connection = new SMTPConnection({
    ...address,
    ...place,
    connectionTimeout: greetingMs,
    greetingTimeout: greetingMs,
    socketTimeout: silenceMs,
    logger: false,
    debug: false,
  });
  const body = Readable.from(slices(raw));
  const mayBeSilent = (ms: number) => {
    if (connection._socket) connection._socket.setTimeout(ms);
  };
  let bodySent = false;
  body.once("end", () => {
    bodySent = true;
    mayBeSilent(answerMs);
  });

  return new Promise<Submitted>((resolve, reject) => {
    const fail = (failure: SmtpFailure) => {
      clearTimeout(timer);
      connection.close();
      body.destroy();
      reject(explainSmtpFailure(failure, bodySent, auth));
    };
    const timer = setTimeout(() => fail(Object.assign(new Error("too slow"), { code: "ETIMEDOUT" })), longestMs);
    const send = () =>
      connection.send({ ...envelope, size: raw.length }, body, (failure, info) => {
        if (failure) return fail(failure);
        clearTimeout(timer);
        mayBeSilent(silenceMs);
        connection.quit();
        const rejected = (info.rejectedErrors ?? []) as Rejected[];
        resolve({ serverWords: info.response, refusals: refusalsOf(rejected, auth) });
      });
    connection.on("error", fail);
    connection.connect((failure) => {
      if (failure) return fail(failure);
      if (!auth || !connection.allowsAuth) return send();
      connection.login(auth, (refusal) => (refusal ? fail(refusal) : send()));
    });
  });
}
