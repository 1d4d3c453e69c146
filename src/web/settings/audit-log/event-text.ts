import type { Change } from "../../../db/audit.js";
import { isMidnightUtc } from "../../../domain/calendar/time.js";
import type { Language } from "../../../domain/language.js";
import { localDay, shownDate } from "../../language.js";
import type { AuditEvent } from "./audit-event.js";
import { fieldName } from "./field-texts.js";
import { recordTypeName } from "./record-type-texts.js";
import { wordText } from "./value-texts.js";

const ways: Record<AuditEvent["via"], Record<Language, string>> = {
  rest: { en: "API", it: "API" },
  mcp: { en: "Assistant (MCP)", it: "Assistente (MCP)" },
  page: { en: "Web page", it: "Pagina web" },
  admin: { en: "Command line", it: "Riga di comando" },
  workflow: { en: "Automatic", it: "Automatico" },
  channel: { en: "Incoming message", it: "Messaggio in arrivo" },
};
export const viaName = (via: AuditEvent["via"], language: Language): string => ways[via][language];
export const vias = Object.keys(ways) as AuditEvent["via"][];

const texts = {
  organization: { en: "The organization", it: "Lo studio" },
  system: { en: "Pratica", it: "Pratica" },
  shell: { en: "Administrator of the installation", it: "Amministratore dell'installazione" },
  stranger: { en: "Somebody without an account", it: "Qualcuno senza account" },
  yes: { en: "yes", it: "sì" },
  no: { en: "no", it: "no" },
};

/** Who did it. */
export function actorName({ userName, keyName, via }: AuditEvent, language: Language): string {
  if (userName) return userName;
  if (keyName) return texts.organization[language];
  if (via === "workflow") return texts.system[language];
  return (via === "admin" ? texts.shell : texts.stranger)[language];
}

/** Through what: the client or key by name, and the way. */
export function channelText({ client, keyName, via }: AuditEvent, language: Language): string {
  return [client ?? keyName, viaName(via, language)].filter(Boolean).join(" · ");
}

const isInstant = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text);

/** A value of a record, in words. */
function valueText(value: unknown, language: Language, timezone: string): string {
  if (value === null || value === undefined || value === "") return "—";
  if (typeof value === "boolean") return texts[value ? "yes" : "no"][language];
  if (typeof value === "string" && isInstant(value)) return dateText(new Date(value), language, timezone);
  if (typeof value === "number" && language === "it") return String(value).replace(".", ",");
  if (typeof value === "object" && "length" in value && !Array.isArray(value)) return `(${value.length} B)`;
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return value.join(", ") || "—";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A date that was given as a day is one, wherever the organization is. */
const dateText = (at: Date, language: Language, timezone: string): string =>
  isMidnightUtc(at) ? localDay(at, language, "UTC") : preciseTime(at, language, timezone);

/** A moment to the second, where the organization is. */
export const preciseTime = (at: Date, language: Language, timezone: string): string =>
  shownDate(at, language, { timeStyle: "medium", timeZone: timezone });

export interface ChangeText {
  /** type and name, such as "Task: Site visit" */
  record: string;
  op: Change["op"];
  /** field, value before, value after; a value that wasn't recorded is null */
  fields: { name: string; before: string | null; after: string | null }[];
}

/** What changed, record by record. */
export function changeTexts({ changes }: AuditEvent, language: Language, timezone: string): ChangeText[] {
  return changes.map(({ record, name, op, before = {}, after = {} }) => {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const value = (values: Record<string, unknown>, field: string) =>
      Object.hasOwn(values, field)
        ? valueText(wordText(record, field, values[field], language), language, timezone)
        : null;
    const isEmpty = (field: string) => [before[field], after[field]].every((one) => one === null || one === undefined);
    return {
      record: [recordTypeName(record, language), name].filter(Boolean).join(": "),
      op,
      fields: names
        .filter((field) => !isEmpty(field))
        .map((field) => ({
          name: fieldName(field, language),
          before: value(before, field),
          after: value(after, field),
        })),
    };
  });
}
