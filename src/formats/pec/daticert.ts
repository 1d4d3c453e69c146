import { singleSpaced } from "../../domain/text/normalized.js";
import { UnreadableFile } from "../unreadable-file.js";
import { RecordTexts } from "../xml/record-texts.js";
import { type Attributes, XmlStream } from "../xml/xml-stream.js";

/** What a provider certifies (`daticert.xml`), by the names of its elements. Texts that aren't there are `""`. */
export interface Daticert {
  /** of the message or receipt: `posta-certificata`, `accettazione` … */
  type: string;
  /** `nessuno`, `no-dest`, `no-dominio`, `virus`, `altro` */
  error: string;
  sender: string;
  /** whether none of its recipients has certified mail */
  isToOrdinaryMail: boolean;
  at: Date | null;
  /** the provider's own id of the message */
  identifier: string;
  /** with its angle brackets */
  messageId: string;
  errorWords: string;
}

const maxBytes = 2_000_000;
/** `dati/data/giorno` is the deepest that is read. */
const levels = 3;

/** Null where it isn't one, or brings a document type: providers write none, and entities could grow without end. */
export function readDaticert(bytes: Buffer): Daticert | null {
  if (bytes.length > maxBytes) return null;
  const found = elementsOf(bytes);
  if (!found) return null;
  const { certificate, zone, texts, recipientTypes } = found;
  const words = (name: string): string => inOrder(texts.get(name));
  return {
    type: inOrder(certificate("tipo")).toLowerCase(),
    error: inOrder(certificate("errore")).toLowerCase(),
    sender: words("intestazione/mittente"),
    isToOrdinaryMail: recipientTypes.length > 0 && recipientTypes.every((type) => type === "esterno"),
    at: instant(words("dati/data/giorno"), words("dati/data/ora"), inOrder(zone)),
    identifier: words("dati/identificativo"),
    messageId: words("dati/msgid"),
    errorWords: words("dati/errore-esteso"),
  };
}

const inOrder = (text: string | undefined): string => singleSpaced(text ?? "");

interface Elements {
  /** attributes of the root */
  certificate: Attributes;
  zone: string | undefined;
  texts: RecordTexts;
  recipientTypes: (string | undefined)[];
}

/** What isn't well formed loses only itself. @returns null where it is no certificate, or can't be read */
function elementsOf(bytes: Buffer): Elements | null {
  const texts = new RecordTexts(levels);
  const recipientTypes: Elements["recipientTypes"] = [];
  let root: { name: string; attribute: Attributes } | undefined;
  let zone: string | undefined;
  const stream = new XmlStream({
    open(name, attribute) {
      if (!root) {
        root = { name, attribute };
        return;
      }
      texts.open(name);
      if (name === "data") zone ??= attribute("zona");
      if (name === "destinatari") recipientTypes.push(attribute("tipo")?.trim());
    },
    text: (part) => texts.text(part),
    close: () => texts.close(),
    fault() {},
  });
  try {
    stream.write(bytes);
    stream.end();
  } catch (error) {
    // A receipt without data is still read by its headers.
    if (error instanceof UnreadableFile) return null;
    throw error;
  }
  return root?.name === "postacert" ? { certificate: root.attribute, zone, texts, recipientTypes } : null;
}

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
