import { HandOverError } from "../hand-over-error.js";
import type { FailureWords } from "../italian-failures.js";
import { type Credentials, connectionWords, serverWords } from "../server-words.js";

/** A failure as nodemailer reports it. */
export interface SmtpFailure extends Error {
  code?: string | undefined;
  originalCode?: string | undefined;
  response?: string | undefined;
  responseCode?: number | undefined;
}

const plainWords: Record<string, FailureWords> = {
  ...connectionWords,
  EDNS: "the mail server's name could not be looked up",
  ECONNECTION: "the mail server closed the connection",
  EPROTOCOL: "the mail server gave an answer that is not SMTP",
  EAUTH: "the mail server's login can't be used",
  EENVELOPE: "sender or recipient can't be used",
  EMESSAGE: "the message is larger than the mail server takes",
};

/** Failures found before any server was asked: a later attempt would fail as well. */
const permanent = new Set(["EENVELOPE", "EMESSAGE", "EAUTH"]);

/**
 * Classifies a failed submission. A 5xx answer to any command means `refused`, a 4xx answer `deferred`. Without an answer it is
 * `unknown` if the whole message was sent, else `deferred`.
 */
export function explainSmtpFailure(
  failure: SmtpFailure,
  bodySent: boolean,
  credentials: Credentials | undefined,
): HandOverError {
  if (failure instanceof HandOverError) return failure;
  const { code = "", originalCode, response, responseCode = 0 } = failure;
  const cause = originalCode ?? code;
  const said = response ?? `${plainWords[cause] ?? plainWords[code] ?? failure.message}${cause ? ` (${cause})` : ""}`;
  const words = serverWords(said, credentials);
  if (responseCode >= 500) return new HandOverError("refused", words, { isLoginRefused: code === "EAUTH" });
  if (responseCode >= 400) return new HandOverError("deferred", words);
  if (bodySent) return new HandOverError("unknown", `sent in full, with no answer: ${words}`);
  return new HandOverError(permanent.has(code) ? "refused" : "deferred", words);
}
