import { visible } from "../../domain/text/visible-text.js";
import { decodeBody } from "../mail/decode-body.js";
import { firstField, headerDate, messageIds } from "../mail/header-fields.js";
import { type MailAddress, mailAddresses } from "../mail/mail-addresses.js";
import { type MimePart, mimeTree } from "../mail/mime-part.js";
import { structuredValue } from "../mail/structured-value.js";
import { type Daticert, readDaticert } from "./daticert.js";
import { type Signature, verifySignature } from "./signature.js";

/** A certified message that came in: what its sender wrote is within, as a message of its own. */
export interface CertifiedEnvelope {
  kind: "envelope";
  /** the true sender */
  from: MailAddress | null;
  /** what the sender wrote (`postacert.eml`); the whole message where the provider's lacks it */
  message: Buffer;
  signature: Signature;
}

/** Ordinary mail that a certified mailbox got. */
export interface CertifiedAnomaly {
  kind: "anomaly";
  /** as it came; the whole message where the provider's lacks it */
  message: Buffer;
  signature: Signature;
}

/** What a provider says of a message that was sent. */
export interface CertifiedReceipt {
  kind: "receipt";
  /** as its header names it, `accettazione`, `avvenuta-consegna` …, also one that only this provider has */
  type: string;
  /** ids of the message that it is about, the most trusted first; Message-IDs have their angle brackets, the provider's own id hasn't */
  refersTo: string[];
  /** null where neither its data nor its header says a sane time */
  at: Date | null;
  /** whether none of the recipients has certified mail: then nobody certifies a delivery */
  isToOrdinaryMail: boolean;
  /** the provider's reason; `""` where there is none */
  words: string;
  signature: Signature;
}

export type Certified = CertifiedEnvelope | CertifiedAnomaly | CertifiedReceipt;

/**
 * Reads a message of certified mail (PEC); null where its outer header says that it is none. Nothing within the message counts for
 * what it is: a receipt that travels in somebody's message, or is forwarded, is content. Never throws.
 */
export async function readCertified(raw: Buffer): Promise<Certified | null> {
  const { root } = mimeTree(raw);
  const word = (name: string): string => structuredValue(firstField(root.header, name)).value;
  const transport = word("x-trasporto");
  const type = receiptType(word("x-ricevuta"));
  if (transport === "" && type === null) return null;
  if (transport !== "" && transport !== "posta-certificata" && transport !== "errore") return null;

  const verified = await verifySignature(raw, root);
  const own = ownParts(root);
  const inner = own.find((part) => named(part, "postacert.eml")) ?? own.find(({ type }) => type === "message/rfc822");
  const message = inner ? Buffer.from(decodeBody(raw, inner)) : raw;
  if (transport === "errore") return { kind: "anomaly", message, signature: verified };

  const data = own.find((part) => named(part, "daticert.xml"));
  const certificate = data ? readDaticert(decodeBody(raw, data)) : null;
  // The header isn't signed: of a signature that is about something else nothing follows.
  const signature = certificate?.type === (transport || type) ? verified : "unknown";
  if (transport !== "" || type === null) {
    return { kind: "envelope", from: trueSender(certificate, inner ? message : null, root), message, signature };
  }
  return {
    kind: "receipt",
    type,
    refersTo: references(certificate, root),
    at: certificate?.at ?? headerDate(firstField(root.header, "date"), new Date()),
    isToOrdinaryMail: certificate?.isToOrdinaryMail ?? false,
    words: reason(certificate),
    signature,
  };
}

function receiptType(word: string): string | null {
  if (word === "") return null;
  return /^[a-z-]{1,40}$/.test(word) ? word : "sconosciuta";
}

/** The provider's own parts, in order: of a signed message those that were signed. The tree doesn't go into messages. */
function ownParts(part: MimePart): MimePart[] {
  const children = part.type === "multipart/signed" ? part.children.slice(0, 1) : part.children;
  return [part, ...children.flatMap(ownParts)];
}

const named = ({ typeParameters, dispositionParameters }: MimePart, name: string): boolean =>
  [typeParameters.name, dispositionParameters.filename].some((given) => given?.toLowerCase() === name);

/**
 * The header's name of them, where it is the address that the provider certifies.
 * @param message what they wrote; null where it isn't there: the envelope's own `From` is the provider
 */
function trueSender(certificate: Daticert | null, message: Buffer | null, root: MimePart): MailAddress | null {
  const sender = (header: MimePart["header"], name: string) => mailAddresses(header.get(name))[0] ?? null;
  const inner = message && sender(mimeTree(message).root.header, "from");
  const certified = mailAddresses([certificate?.sender ?? ""])[0]?.address;
  if (certified === undefined) return inner ?? onBehalfOf(root) ?? sender(root.header, "from");
  const isSame = inner?.address.toLowerCase() === certified.toLowerCase();
  return { name: isSame ? inner.name : "", address: certified };
}

/** Whom the provider names in its envelope's `From`. `Reply-To` is whatever the sender set, if they set one (RFC 6109). */
function onBehalfOf(root: MimePart): MailAddress | null {
  const name = mailAddresses(root.header.get("from"))[0]?.name ?? "";
  const [, named] = /^per conto di\s*:?\s*(.+)$/i.exec(name) ?? [];
  return mailAddresses(named === undefined ? root.header.get("reply-to") : [named])[0] ?? null;
}

function references(certificate: Daticert | null, root: MimePart): string[] {
  const found = [
    ...messageIds([certificate?.messageId ?? ""]),
    ...messageIds(root.header.get("x-riferimento-message-id")),
    ...messageIds(root.header.get("in-reply-to")),
    ...(certificate?.identifier ? [visible(certificate.identifier).slice(0, 500)] : []),
  ];
  return [...new Set(found)].slice(0, 20);
}

const errors = new Map(
  Object.entries({
    "no-dest": "destinatario inesistente",
    "no-dominio": "dominio inesistente",
    virus: "virus",
    altro: "",
    nessuno: "",
  }),
);

const reason = (certificate: Daticert | null): string =>
  visible(
    [errors.get(certificate?.error ?? "") ?? certificate?.error ?? "", certificate?.errorWords ?? ""]
      .filter(Boolean)
      .join(": "),
  )
    .replace(/\s+/g, " ")
    .slice(0, 1000);
