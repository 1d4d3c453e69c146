import type { Language } from "../language.js";
import { type AuditFilter, type AuditRow, findEvents } from "./audit-query.js";
import { changesOf, nameOf, throughOf, whoOf } from "./audit-told.js";
import { actionTitle, recordName } from "./audit-words.js";
import type { Visit } from "./visit.js";

const batchSize = 1_000;

/** Spreadsheets take a text that begins like this for a formula, and run it. */
const isFormula = /^[\s]*[=+\-@\t\r]/;

/** One cell of a CSV file; what a spreadsheet would run is shown as text. */
export function csvCell(text: string): string {
  const safe = isFormula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const line = (cells: string[]): string => `${cells.map(csvCell).join(",")}\r\n`;

const heads: Record<Language, string[]> = {
  en: ["Time", "Who", "Through", "Action", "Operation", "Record type", "Record", "Record id", "Changes", "Request id"],
  it: ["Momento", "Chi", "Con che mezzo", "Azione", "Operazione", "Tipo", "Nome", "Id", "Modifiche", "Id richiesta"],
};

/** All events that the filter lets through, as CSV in batches: comma-separated, UTF-8 with a byte order mark, times in UTC. */
export async function* auditCsv(visit: Visit, filter: AuditFilter): AsyncGenerator<string> {
  yield `\uFEFF${line(heads[visit.language])}`;
  let before: string | null = null;
  do {
    const rows: AuditRow[] = await findEvents(visit, filter, before, batchSize);
    yield rows.map((row) => line(cellsOf(row, visit))).join("");
    before = rows.length < batchSize ? null : (rows.at(-1)?.id ?? null);
  } while (before !== null);
}

function cellsOf(row: AuditRow, { language, firm }: Visit): string[] {
  const changes = changesOf(row, language, firm.timezone).map(({ record, fields }) => {
    const told = fields.map(
      ({ name, before, after }) => `${name}: ${[before, after].filter((one) => one !== null).join(" → ")}`,
    );
    return `${record} (${told.join("; ")})`;
  });
  return [
    row.at.toISOString(),
    whoOf(row, language),
    throughOf(row, language),
    actionTitle(row.action, language),
    row.action,
    row.recordType ? recordName(row.recordType, language) : "",
    nameOf(row) ?? "",
    row.recordId ?? "",
    changes.join(" | "),
    row.requestId ?? "",
  ];
}
