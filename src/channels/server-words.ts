import { keptWords } from "../domain/text/shortened.js";
import type { FailureWords } from "./italian-failures.js";

const base64 = (text: string): string => Buffer.from(text).toString("base64");

export interface Credentials {
  user?: string | undefined;
  pass?: string | undefined;
}

/** Control characters could end a header or a line of the log, and mean nothing to a reader. */
export const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, " ").trim();

/** What a server said, fit to be kept and shown: it may repeat the login, in each form in which it was sent. */
export function serverWords(said: string, { user = "", pass = "" }: Credentials = {}): string {
  const forms = pass
    ? [pass, encodeURIComponent(pass), base64(`\0${user}\0${pass}`), base64(`${user}:${pass}`), base64(pass)]
    : [];
  const words = forms.reduce((text, secret) => text.replaceAll(secret, "***"), said);
  return keptWords(oneLine(words));
}

/** Why a mail server could not be reached or trusted, by the codes of Node. */
export const connectionWords: Record<string, FailureWords> = {
  ECONNREFUSED: "the mail server refuses connections",
  ECONNRESET: "the mail server broke the connection",
  EHOSTUNREACH: "the mail server is out of reach",
  ENETUNREACH: "the mail server is out of reach",
  ENOTFOUND: "the mail server's name is unknown",
  ETIMEDOUT: "the mail server did not answer in time",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the mail server's certificate is not trusted",
  SELF_SIGNED_CERT_IN_CHAIN: "the mail server's certificate is not trusted",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "the mail server's certificate is not trusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the mail server's certificate is not trusted",
  CERT_HAS_EXPIRED: "the mail server's certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "the mail server's certificate is another host's",
  ETLS: "no encrypted connection to the mail server could be made",
  ERR_SSL_WRONG_VERSION_NUMBER: "no encrypted connection to the mail server could be made",
};
