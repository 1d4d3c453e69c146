import { traced } from "../../tracing/trace.js";
import type { HandedOver } from "../channel.js";
import { composeEmail, type Email } from "./compose-email.js";
import { smtpTimes, submitMessage } from "./smtp.js";

export interface EmailToHandOver extends Email {
  /** `smtp://` or `smtps://`, with the credentials in it; nodemailer's options may follow as a query */
  smtpUrl: string;
  envelopeFrom: string;
  /** the recipients whom it still has to reach; unset: all */
  stillTo?: readonly string[];
  /** how long the answer to the whole message may take; unset: as long as scanners need */
  answerMs?: number;
}

export interface PreparedEmail {
  sizeBytes: number;
  handOver(): Promise<HandedOver>;
}

/**
 * Composes an e-mail, and returns its size with what then hands it over to its mail server, on a connection of its own. Acceptance by the
 * server is not yet delivery.
 * @throws HandOverError, refused; `handOver`: refused, deferred or unknown
 */
export async function prepareEmail({
  smtpUrl,
  envelopeFrom,
  stillTo,
  answerMs = smtpTimes.answerMs,
  ...email
}: EmailToHandOver): Promise<PreparedEmail> {
  const { from, to, raw } = await composeEmail(email, envelopeFrom);
  const envelope = { from, to: stillTo ? to.filter((address) => stillTo.includes(address)) : to };
  const submit = () => submitMessage(smtpUrl, envelope, raw, { ...smtpTimes, answerMs });
  return {
    sizeBytes: raw.length,
    handOver: async () => ({ ...(await traced("hand over mail", { kind: "client" }, submit)), providerId: null }),
  };
}

/** Composes one e-mail and hands it over. @throws HandOverError, refused, deferred or unknown */
export const handOverEmail = async (email: EmailToHandOver): Promise<HandedOver> =>
  (await prepareEmail(email)).handOver();
