import type { Language } from "../../../domain/language.js";
import { csvCell } from "../../../formats/csv-cell.js";
import type { PageRequest } from "../page-request.js";
import { actionTitle } from "./action-titles.js";
import type { AuditEvent } from "./audit-event.js";
import { actorName, type ChangeText, changeTexts, channelText } from "./event-text.js";
import type { AuditFilter } from "./filter.js";
import { findEvents, furtherChanges } from "./find-events.js";
import { recordTypeName } from "./record-type-texts.js";

const batchSize = 1_000;
/** In one line: a spreadsheet's cell holds 32,767 characters, and what changed very much must not keep the API busy for long. */
const mostChanges = 200;
/** Postgres unpacks the whole event for each part of it that is read. */
const changesReadAtOnce = 50 * mostChanges;

const line = (cells: string[]): string => `${cells.map(csvCell).join(",")}\r\n`;

const heads: Record<Language, string[]> = {
  en: ["Time", "Who", "Through", "Action", "Operation", "Record type", "Record", "Record id", "Changes", "Request id"],
  it: ["Momento", "Chi", "Con che mezzo", "Azione", "Operazione", "Tipo", "Nome", "Id", "Modifiche", "Id richiesta"],
};

/**
 * All events that the filter lets through, as CSV in batches: comma-separated, UTF-8 with a byte order mark, times in UTC. One that changed
 * very much takes several lines.
 */
export async function* auditCsv(request: PageRequest, filter: AuditFilter): AsyncGenerator<string> {
  yield `\uFEFF${line(heads[request.language])}`;
  let before: string | null = null;
  do {
    const rows: AuditEvent[] = await findEvents(request, filter, before, batchSize, mostChanges);
    for (const row of rows) yield* linesOf(row, request);
    before = rows.length < batchSize ? null : (rows.at(-1)?.id ?? null);
  } while (before !== null);
}

async function* linesOf(row: AuditEvent, request: PageRequest): AsyncGenerator<string> {
  yield line(cellsOf(row, request));
  for (let from = mostChanges; from < row.changeCount; from += changesReadAtOnce)
    for (const further of await furtherChanges(request, row, from, changesReadAtOnce))
      for (let first = 0; first < further.changes.length; first += mostChanges) {
        const changes = further.changes.slice(first, first + mostChanges);
        yield line(cellsOf({ ...further, changes }, request));
      }
}

function cellsOf(row: AuditEvent, { language, organization }: PageRequest): string[] {
  return [
    row.at.toISOString(),
    actorName(row, language),
    channelText(row, language),
    actionTitle(row.action, language),
    row.action,
    row.recordType ? recordTypeName(row.recordType, language) : "",
    row.recordName ?? "",
    row.recordId ?? "",
    changeTexts(row, language, organization.timezone).map(changeCell).join(" | "),
    row.requestId ?? "",
  ];
}

function changeCell({ record, fields }: ChangeText): string {
  const values = fields.map(
    ({ name, before, after }) => `${name}: ${[before, after].filter((one) => one !== null).join(" → ")}`,
  );
  return `${record} (${values.join("; ")})`;
}
