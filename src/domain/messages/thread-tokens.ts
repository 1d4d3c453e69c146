import { isEmailAddress } from "./mail.js";

/** A thread's token: 10 to 40 lower-case letters and digits. Shorter ones in brackets are other firms' ticket numbers. */
const threadToken = "[a-z0-9]{10,40}";
const tokenInSubject = new RegExp(`\\s*\\[#(${threadToken})\\]`, "gi");
const tokenInAddress = new RegExp(`^[^@]*\\+t(${threadToken})@[^@]+$`, "i");

/** A subject as people see it, without the tokens of threads. */
export const plainSubject = (subject: string): string => subject.replace(tokenInSubject, "").trim();

/** How much of a thread's token its subjects show: people read them, and only the thread's own contact is believed there. */
const subjectTokenLength = 12;

/** The subject of what is sent: it ends in the beginning of the thread's token, `[#…]`, and has it once. */
export const subjectWithToken = (subject: string, token: string): string =>
  `${plainSubject(subject)} [#${token.slice(0, subjectTokenLength)}]`.trim();

/** Where an answer goes to: `name+t<token>@domain`, or the plain address where that would be longer than addresses may be. */
export function replyAddress(address: string, token: string): string {
  const at = address.lastIndexOf("@");
  const withToken = `${address.slice(0, at)}+t${token}${address.slice(at)}`;
  return isEmailAddress(withToken) ? withToken : address;
}

/** The token in a reply address; null in any other. */
export const replyToken = (address: string): string | null => tokenInAddress.exec(address)?.[1]?.toLowerCase() ?? null;

/** The ways to tie a message to its thread. A subject's token counts only if the thread's contact sent the message. */
export type MatchKey =
  | { kind: "reply_address" | "subject"; token: string }
  | { kind: "in_reply_to" | "references"; messageId: string };

/** What a message says about its thread, the most trusted first: reply address, `In-Reply-To`, `References` from the last, subject. */
export function matchKeys(mail: {
  to: { address: string }[];
  cc: { address: string }[];
  deliveredTo: string[];
  inReplyTo: string[];
  references: string[];
  subject: string;
}): MatchKey[] {
  const addresses = [...[...mail.to, ...mail.cc].map(({ address }) => address), ...mail.deliveredTo];
  const tokens = addresses.map(replyToken).filter((token) => token !== null);
  const subjectTokens = Array.from(mail.subject.matchAll(tokenInSubject), ([, token = ""]) => token.toLowerCase());
  return [
    ...[...new Set(tokens)].map((token): MatchKey => ({ kind: "reply_address", token })),
    ...mail.inReplyTo.map((messageId): MatchKey => ({ kind: "in_reply_to", messageId })),
    ...mail.references.toReversed().map((messageId): MatchKey => ({ kind: "references", messageId })),
    ...[...new Set(subjectTokens)].reverse().map((token): MatchKey => ({ kind: "subject", token })),
  ];
}
