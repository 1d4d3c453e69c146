import { type Action, type ActionArea, asksModel, permissionsInWords } from "../../actions/action.js";
import { actions } from "../../actions/index.js";
import { answerJsonSchema, inputJsonSchema, type JsonSchema } from "../json-schema.js";
import { recordSchemas } from "../openapi/records.js";
import { TypesInWords } from "./types-in-words.js";

const introduction = `# Actions

Every action is \`POST /api/rest/actions/<name>\` with a JSON object, and a tool of the same name at \`/api/mcp\`. It answers
\`{"result": …}\`. Unknown properties are refused; only nodes of bills and their measurements keep them. Generated from the registry:
\`npm run generate\`.

- A **refusal** is a problem (RFC 9457): \`code\` says what went wrong, \`detail\` what to do, and \`errors\` where in the body. Over MCP it is a
  result with \`isError\`.
- A request over REST with an **\`Idempotency-Key\`** (1 to 255 characters) can be repeated for 24 hours: it isn't carried out again, and the
  stored answer comes back with \`Idempotency-Replayed: true\`. Over MCP there is no such key; most actions that create
  something warn (\`duplicate\`) of the same made shortly before.
- A **date value** is an ISO 8601 date or date-time, or epoch milliseconds, from 1900 to 2200. Without an offset it is in the organization's
  time zone. An **instant** in results is \`2026-12-01T00:00:00.000Z\`.
- In updates absent fields stay as they are; \`""\` clears an optional text, reference or date.
- The **effect** says what an action does: \`read\`, \`create\`, \`update\`, \`delete\`, \`send\`, or \`ask\`, which calls a language model and
  changes no record of a case. An app that was approved for reading may call actions with the effects \`read\` and \`ask\`.
- *Closed to guests* marks what a guest may not do, whatever is shared with them.
- *Addition* marks actions beyond the 45 whose names and bodies are fixed.
- A body has at most 2 MB, or 32 MB where the action says so, 200 levels, and 1,000,000 values in all its lists and objects.
- Results name [records](#records), whose fields are listed at the end.
`;

const areaTitles: Record<ActionArea, string> = {
  projects: "Projects",
  tasks: "Tasks",
  inbox: "Inbox",
  bills_of_quantities: "Bills of quantities",
  contacts: "Contacts",
  reminders: "Reminders",
  documents: "Documents",
  price_books: "Price books",
  files: "Files",
  deletions: "Deleted records",
};

interface ObjectSchema {
  properties?: Record<string, JsonSchema>;
  required?: string[];
  $defs?: Record<string, JsonSchema>;
}

/** The readable reference of all actions, by area. */
export function actionsReference(): string {
  const records = recordSchemas();
  const areas = [...new Set(actions.map(({ area }) => area))];
  const sections = areas.map((area) => {
    const own = actions.filter((action) => action.area === area);
    return [`## ${areaTitles[area]}\n`, ...own.map((action) => actionSection(action, records))].join("\n");
  });
  return [introduction, ...sections, recordsSection(records)].join("\n");
}

function actionSection(action: Action, records: Record<string, JsonSchema>): string {
  const { name, description, effect, closedToGuests, addition } = action;
  const answer = answerJsonSchema(action) as ObjectSchema;
  const input = inputJsonSchema(action) as ObjectSchema;
  const result = new TypesInWords(records, answer.$defs).of(answer.properties?.result ?? {});
  return [
    `### ${name}\n`,
    wrapped(`${addition ? "*Addition.* " : ""}${description}\n`),
    wrapped(
      `Permission: ${permissionsInWords(action, (permission) => `\`${permission}\``)} · Effect: ${effect}${asksModel(action) ? ", asks a language model" : ""}${closedToGuests ? " · Closed to guests" : ""}${action.body === "large" ? " · Body: up to 32 MB" : ""}\n`,
    ),
    fieldsTable(input, new TypesInWords(records, input.$defs)),
    wrapped(`Result: \`${result}\`\n`),
  ].join("\n");
}

/** The fields of an input. A row can't be wrapped, so a long type stands below the table. */
function fieldsTable({ properties = {}, required = [] }: ObjectSchema, types: TypesInWords): string {
  const longTypes: string[] = [];
  const rows = Object.entries(properties).map(([name, schema]) => {
    const type = types.of(schema);
    const isLong = type.length > longestTypeInTable;
    if (isLong) longTypes.push(wrapped(`\`${name}\`: \`${type}\`\n`));
    const fallback = "default" in schema ? `default ${JSON.stringify(schema.default)}` : "";
    const need = required.includes(name) ? "required" : fallback;
    return tableRow(`\`${name}\``, isLong ? "see below" : type, need, String(schema.description ?? ""));
  });
  if (rows.length === 0) return "No fields.\n";
  return [`| Field | Type | | Meaning |\n|---|---|---|---|\n${rows.join("\n")}\n`, ...longTypes].join("\n");
}

function recordsSection(records: Record<string, JsonSchema>): string {
  const sections = Object.entries(records).map(([name, record]) => {
    const { [name]: _, ...others } = records;
    const types = new TypesInWords(others);
    const rows = Object.entries((record as ObjectSchema).properties ?? {}).map(([field, schema]) =>
      tableRow(`\`${field}\``, types.of(schema), String(schema.description ?? "")),
    );
    return `### ${name}\n\n| Field | Type | Meaning |\n|---|---|---|\n${rows.join("\n")}\n`;
  });
  return ["## Records\n", ...sections].join("\n");
}

const lineLength = 150;
const longestTypeInTable = 125;
/** A paragraph in lines of at most 150 characters, as far as its words allow. */
const wrapped = (text: string): string =>
  `${text.replace(new RegExp(`(.{1,${lineLength}})( |$)`, "gm"), "$1\n").trimEnd()}\n`;

const tableRow = (...cells: string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
