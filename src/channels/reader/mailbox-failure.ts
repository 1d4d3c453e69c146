import type { FailureWords } from "../italian-failures.js";
import { type Credentials, connectionWords, serverWords } from "../server-words.js";

/** Why a mailbox can't be read: its login was refused, which too many tries would lock, or anything else. */
export class MailboxFailure extends Error {
  constructor(
    readonly kind: "login" | "other",
    /** for people, without credentials */
    readonly words: string,
    options?: ErrorOptions,
  ) {
    super(words, options);
    this.name = "MailboxFailure";
  }
}

interface ImapError extends Error {
  code?: string;
  authenticationFailed?: boolean;
  serverResponseCode?: string;
  /** what the server said as it closed the connection; of other errors, Node's own words */
  reason?: string;
  responseText?: string;
  tlsFailed?: boolean;
}

/** By these a server says that it is out of order or too busy, and nothing about the login (RFC 5530). */
const temporary = new Set(["UNAVAILABLE", "INUSE", "LIMIT", "SERVERBUG"]);

const closings = new Set(["NoConnection", "ClosedAfterConnectTLS", "ClosedAfterConnectText"]);

const plainWords: Record<string, FailureWords> = {
  ...connectionWords,
  EAI_AGAIN: "the mail server's name could not be looked up",
  ETIMEOUT: "the mail server did not answer in time",
  CONNECT_TIMEOUT: "the mail server did not answer in time",
  GREETING_TIMEOUT: "the mail server did not answer in time",
  GREEETING_TIMEOUT: "the mail server did not answer in time",
  UPGRADE_TIMEOUT: "the mail server did not answer in time",
  NoConnection: "the mail server closed the connection",
  NoAnswer: "the mail server said nothing of its messages",
  ClosedAfterConnectTLS: "the mail server closed the connection",
  ClosedAfterConnectText: "the mail server closed the connection",
  EConnectionClosed: "the mail server closed the connection",
};

/** Ends the words of a refusal that no other password will change. */
export const onlyOAuth: FailureWords =
  "Microsoft takes no passwords from other programs: have the mail forwarded to another mailbox";
/** Microsoft 365 and Outlook.com have ended logins with passwords: none that anybody sets will do. */
const microsoft = /(?:^|\.)(?:office365|outlook)\.com$/i;

/**
 * Puts a failure of imapflow into words.
 * @param host of the mail server
 */
export function explainImapFailure(error: unknown, credentials: Credentials, host = ""): MailboxFailure {
  if (error instanceof MailboxFailure) return error;
  const { code = "", message = "", authenticationFailed, ...response } = (error ?? {}) as ImapError;
  const { responseText, reason, serverResponseCode = "", tlsFailed } = response;
  const farewell = closings.has(code) ? reason : undefined;
  const said =
    responseText ||
    farewell ||
    plainWords[code] ||
    (tlsFailed && plainWords.ETLS) ||
    message ||
    ("the mail server gave no reason" satisfies FailureWords);
  const words = serverWords(said, credentials);
  const isRefused = authenticationFailed && !temporary.has(serverResponseCode);
  if (isRefused) {
    const refused = `the mail server refused the login: ${words}`;
    return new MailboxFailure("login", microsoft.test(host) ? `${refused}; ${onlyOAuth}` : refused);
  }
  return new MailboxFailure("other", words, { cause: error });
}
