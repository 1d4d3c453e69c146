import { singleSpaced } from "../../domain/text/normalized.js";
import { keptWords } from "../../domain/text/shortened.js";
import { visible } from "../../domain/text/visible-text.js";
import { hasNullReturnPath } from "./automatic.js";
import { decodeCharset } from "./charset.js";
import { decodeBody } from "./decode-body.js";
import { firstField, type HeaderFields, headerFields, headerText, messageIds } from "./header-fields.js";
import { mailAddresses } from "./mail-addresses.js";
import type { MimePart } from "./mime-part.js";

/** What a mail server says about a message that it was given. */
export interface Bounce {
  /** the messages that it is about, by what came back of them; with their angle brackets */
  messageIds: string[];
  recipients: BouncedRecipient[];
}

export interface BouncedRecipient {
  address: string;
  action: "failed" | "delayed" | "delivered" | "relayed" | "expanded";
  /** such as `5.1.1`; null where nothing says it */
  status: string | null;
  /** the server's words; `""` where it has none */
  words: string;
}

const actions = ["failed", "delayed", "delivered", "relayed", "expanded"] as const;
const maxRecipients = 200;
const maxReportBytes = 1_000_000;
const copyBelow =
  /^-{3,}.{0,20}(?:below this line is a copy|this is a copy of (?:the|your) message|original message follows|copy of the message).{0,100}$/im;

/** Above the address, as Exim warns of a delay. */
const stillTried = /not yet been delivered|warning message only/i;

/** Null where the message doesn't say what became of another one. `text` is its body. */
export function bounce(raw: Buffer, root: MimePart, text: string): Bounce | null {
  const parts = allParts(root);
  const report = parts.find(({ type }) => /^message\/(?:global-)?delivery-status$/.test(type));
  const ids = [...new Set([...returnedIds(raw, parts), ...idsBelow(text)])];
  const references = [...messageIds(root.header.get("in-reply-to")), ...messageIds(root.header.get("references"))];
  const found = ids.length > 0 ? ids : references;
  if (report) return { messageIds: found, recipients: reportedRecipients(decodeBody(raw, report, maxReportBytes)) };

  const from = mailAddresses(root.header.get("from"))[0]?.address ?? firstField(root.header, "from");
  const failed = mailAddresses(root.header.get("x-failed-recipients")).map(({ address }) => address);
  const isFromMailSystem = /^(?:mailer-daemon|postmaster|mail-daemon|maildaemon)(?:@|$)/i.test(from.trim());
  const isQmail = /this is the qmail-send program at/i.test(text.slice(0, 2000));
  const isReport = root.type === "multipart/report" && !/disposition/i.test(root.typeParameters["report-type"] ?? "");
  if (!(isFromMailSystem && hasNullReturnPath(root.header)) && failed.length === 0 && !isQmail && !isReport)
    return null;
  if (failed.length === 0 && !isQmail && !isFromMailSystem) return null;
  const told = failed.length > 0 ? failed : toldRecipients(text);
  return {
    messageIds: found,
    recipients: told.slice(0, maxRecipients).map((address) => recipientInWords(address, text)),
  };
}

function allParts(part: MimePart): MimePart[] {
  return [part, ...part.children.flatMap(allParts)];
}

/** Of a returned message or its header. */
function returnedIds(raw: Buffer, parts: MimePart[]): string[] {
  return parts
    .filter(({ type }) =>
      /^(?:message\/(?:rfc822|global|rfc822-headers|global-headers)|text\/rfc822-headers)$/.test(type),
    )
    .slice(0, 10)
    .flatMap((part) => ownIds(decodeBody(raw, part, maxReportBytes)));
}

/** A message's own Message-ID, if it has one, and of an envelope of certified mail that of the message within, which alone its sender knows. */
function ownIds(message: Buffer): string[] {
  const header = headerOf(message);
  return ["message-id", "x-riferimento-message-id"].flatMap((name) => messageIds(header.get(name)).slice(0, 1));
}

function headerOf(message: Buffer): HeaderFields {
  const text = message.toString("latin1");
  const end = /\r?\n[ \t]*\r?\n/.exec(text.trimStart());
  const skipped = text.length - text.trimStart().length;
  return headerFields(message.subarray(skipped, end ? skipped + end.index : message.length));
}

/** Where the copy stands in the text itself, as old servers write it. */
function idsBelow(text: string): string[] {
  const copy = copyBelow.exec(text);
  return copy ? ownIds(Buffer.from(text.slice(copy.index + copy[0].length), "utf8")) : [];
}

/** RFC 3464: a group of fields for the message, then one for each recipient. */
function reportedRecipients(report: Buffer): BouncedRecipient[] {
  const groups = decodeCharset(report, "utf-8")
    .text.replace(/\r\n?/g, "\n")
    .split(/\n[ \t]*\n/);
  return groups.slice(0, maxRecipients + 1).flatMap((group) => {
    const fields = headerFields(Buffer.from(group, "utf8"));
    const original = typedAddress(firstField(fields, "original-recipient"));
    const address = typedAddress(firstField(fields, "final-recipient")) || original;
    if (!address) return [];
    const action = firstField(fields, "action").toLowerCase().trim();
    const status = statusIn(firstField(fields, "status"));
    return {
      address: original.includes("@") ? original : address,
      action: actions.find((known) => action.startsWith(known)) ?? (status?.startsWith("2") ? "delivered" : "failed"),
      status,
      words: typedText(firstField(fields, "diagnostic-code")),
    };
  });
}

/** `smtp; 550 no such user` without its type. */
const typedText = (value: string): string => headerText(value.replace(/^[\w-]+\s*;\s*/, ""));
/** The address of `rfc822; a@b.it`. */
const typedAddress = (value: string): string => typedText(value).replace(/^<|>$/g, "").trim();

const statusIn = (text: string): string | null =>
  /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(text)?.[1] ?? null;

/** `<a@b.it>:` at the begin of a line, as qmail and Postfix say it, or the first address in the text. */
function toldRecipients(text: string): string[] {
  const copy = copyBelow.exec(text);
  const told = copy ? text.slice(0, copy.index) : text.slice(0, 20_000);
  const named = Array.from(
    told.matchAll(/^\s{0,4}<?([^\s<>:@]{1,64}@[^\s<>:@]{1,200})>?:?[ \t]*(?:\(|$)/gm),
    ([, address = ""]) => address,
  );
  return [...new Set(named)];
}

function recipientInWords(address: string, text: string): BouncedRecipient {
  const at = text.indexOf(address);
  const after = at < 0 ? text.slice(0, 1000) : text.slice(at + address.length, at + address.length + 1000);
  const words = keptWords(singleSpaced(visible(after.replace(/^>?:?\s*/, "").split(/\n\s*\n/)[0] ?? "")));
  const status = statusIn(words);
  const isDelayed =
    status?.startsWith("4") === true ||
    /delay|ritard|will be retried|non è ancora stato/i.test(words) ||
    (status === null && stillTried.test(text.slice(0, Math.max(at, 0))));
  return { address, action: isDelayed ? "delayed" : "failed", status, words };
}
