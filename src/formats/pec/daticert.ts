import { XMLParser } from "fast-xml-parser";
import { decodeCharset } from "../mail/charset.js";

/** What a provider certifies (`daticert.xml`), by the names of its elements. Texts that aren't there are `""`. */
export interface Daticert {
  /** of the message or receipt: `posta-certificata`, `accettazione` … */
  type: string;
  /** `nessuno`, `no-dest`, `no-dominio`, `virus`, `altro` */
  error: string;
  sender: string;
  recipients: { address: string; isCertified: boolean }[];
  subject: string;
  provider: string;
  at: Date | null;
  /** the provider's own id of the message */
  identifier: string;
  /** with its angle brackets */
  messageId: string;
  /** of a receipt of delivery: whose mailbox */
  delivery: string;
  errorWords: string;
}

const maxBytes = 2_000_000;
const maxRecipients = 1000;
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name) => name === "destinatari",
});

type Node = { [name: string]: Node | Node[] | string | undefined };

/** Null where it isn't one, or brings a document type: providers write none, and entities could grow without end. */
export function readDaticert(bytes: Buffer): Daticert | null {
  if (bytes.length > maxBytes) return null;
  const declared = /encoding="([\w.-]{1,40})"/.exec(bytes.toString("latin1", 0, 200))?.[1];
  const xml = decodeCharset(bytes, declared ?? "utf-8").text.trim();
  if (/<!DOCTYPE/i.test(xml)) return null;
  const root = parsed(xml)?.postacert;
  const certificate = node(root);
  if (!certificate) return null;
  const heading = node(certificate.intestazione);
  const data = node(certificate.dati);
  const time = node(data?.data);
  return {
    type: words(certificate["@tipo"]).toLowerCase(),
    error: words(certificate["@errore"]).toLowerCase(),
    sender: words(heading?.mittente),
    recipients: [heading?.destinatari ?? []]
      .flat()
      .slice(0, maxRecipients)
      .map((recipient) => ({
        address: words(recipient),
        isCertified: words(node(recipient)?.["@tipo"]) === "certificato",
      })),
    subject: words(heading?.oggetto),
    provider: words(data?.["gestore-emittente"]),
    at: instant(words(time?.giorno), words(time?.ora), words(time?.["@zona"])),
    identifier: words(data?.identificativo),
    messageId: words(data?.msgid),
    delivery: words(data?.consegna),
    errorWords: words(data?.["errore-esteso"]),
  };
}

function parsed(xml: string): Node | null {
  try {
    return parser.parse(xml) as Node;
  } catch {
    // Its one way to say that this is no XML. A receipt without data is still read by its headers.
    return null;
  }
}

const node = (value: Node[string]): Node | null => {
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === "object" ? first : null;
};

const words = (value: Node[string]): string => {
  const first = Array.isArray(value) ? value[0] : value;
  const text = typeof first === "object" ? first["#text"] : first;
  return typeof text === "string" ? text.replace(/\s+/g, " ").trim() : "";
};

/** `15/11/2024`, `18:21:03`, `+0100`. */
function instant(day: string, time: string, zone: string): Date | null {
  const [, date, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(day) ?? [];
  const [, hour, minute, second = "00"] = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(time) ?? [];
  const [, sign, zoneHours, zoneMinutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  if (!date || !month || !hour || !minute || !zoneHours) return null;
  const two = (digits: string): string => digits.padStart(2, "0");
  const at = new Date(
    `${year}-${two(month)}-${two(date)}T${two(hour)}:${minute}:${second}${sign}${zoneHours}:${zoneMinutes}`,
  );
  return Number.isNaN(at.getTime()) ? null : at;
}
