import { HandOverError } from "./hand-over-error.js";

/** A failure as nodemailer reports it. */
export interface SmtpFailure extends Error {
  code?: string | undefined;
  originalCode?: string | undefined;
  response?: string | undefined;
  responseCode?: number | undefined;
}

interface Credentials {
  user?: string | undefined;
  pass?: string | undefined;
}

const plainWords: Record<string, string> = {
  ECONNREFUSED: "the mail server refuses connections",
  ECONNRESET: "the mail server broke the connection",
  EHOSTUNREACH: "the mail server is out of reach",
  ENETUNREACH: "the mail server is out of reach",
  ENOTFOUND: "the mail server's name is unknown",
  EDNS: "the mail server's name could not be looked up",
  ETIMEDOUT: "the mail server did not answer in time",
  ECONNECTION: "the mail server closed the connection",
  EPROTOCOL: "the mail server gave an answer that is not SMTP",
  ETLS: "no encrypted connection to the mail server could be made",
  EAUTH: "the mail server's login can't be used",
  EENVELOPE: "sender or recipient can't be used",
  EMESSAGE: "the message can't be sent",
};

/** Failures found before any server was asked: a later attempt would fail as well. */
const permanent = new Set(["EENVELOPE", "EMESSAGE", "EAUTH", "EREQUIRETLS", "ECONFIG"]);

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
  const words = response ?? `${plainWords[cause] ?? plainWords[code] ?? failure.message}${cause ? ` (${cause})` : ""}`;
  const serverWords = withoutSecrets(words, credentials)
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, 500);
  if (responseCode >= 500) return new HandOverError("refused", serverWords, { isLoginRefused: code === "EAUTH" });
  if (responseCode >= 400) return new HandOverError("deferred", serverWords);
  if (bodySent) return new HandOverError("unknown", `sent in full, with no answer: ${serverWords}`);
  return new HandOverError(permanent.has(code) ? "refused" : "deferred", serverWords);
}

/** A server may repeat the credentials of the login in its answer. */
function withoutSecrets(words: string, { user = "", pass = "" }: Credentials = {}): string {
  if (!pass) return words;
  const forms = [pass, encodeURIComponent(pass), base64(pass), base64(`\0${user}\0${pass}`)];
  return forms.reduce((text, secret) => text.replaceAll(secret, "***"), words);
}

const base64 = (text: string): string => Buffer.from(text).toString("base64");
