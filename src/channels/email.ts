import { traced } from "../tracing/trace.js";
import { composeEmail, type Email } from "./compose-email.js";
import { submitMessage } from "./smtp.js";

export { HandOverError } from "./hand-over-error.js";

export interface EmailToHandOver extends Email {
  /** `smtp://` or `smtps://`, with the credentials in it; nodemailer's options may follow as a query */
  smtpUrl: string;
  envelopeFrom: string;
}

/**
 * Hands one e-mail over to its mail server, on a connection of its own. Acceptance by the server is not yet delivery.
 * @throws HandOverError, refused, deferred or unknown
 */
export async function handOverEmail({
  smtpUrl,
  envelopeFrom,
  ...email
}: EmailToHandOver): Promise<{ serverWords: string }> {
  const { from, to, raw } = await composeEmail(email, envelopeFrom);
  const submit = () => submitMessage(smtpUrl, { from, to }, raw);
  return { serverWords: await traced("hand over mail", { kind: "client" }, submit) };
}
