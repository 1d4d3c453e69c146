import type { Action } from "../../api/action.js";
import { actions } from "../../api/actions/index.js";
import { answerJsonSchema, inputJsonSchema, type JsonSchema } from "../../api/json-schema.js";
import { typeInWords } from "./types-in-words.js";

const introduction = `# Actions

Every action is \`POST /api/rest/actions/<name>\` with a JSON object, and a tool of the same name at \`/api/mcp\`. It answers
\`{"result": …}\`. Unknown properties are refused. Generated from the registry: \`npm run generate\`.

- A **date value** is an ISO 8601 date or date-time, or epoch milliseconds; an **instant** in results is \`2026-12-01T00:00:00.000Z\`.
- In updates absent fields stay as they are; \`""\` clears an optional text, reference or date.
- *Addition* marks what the service description doesn't have: the actions that read, and \`unshare_project\`.
`;

const areaTitles: Record<string, string> = {
  projects: "Projects",
  tasks: "Tasks",
  inbox: "Inbox",
  bills_of_quantities: "Bills of quantities",
  contacts: "Contacts",
  reminders: "Reminders",
  documents: "Documents",
  price_books: "Price books",
};

/** The readable reference of all actions, by area. */
export function actionsReference(): string {
  const areas = [...new Set(actions.map(({ area }) => area))];
  const sections = areas.map((area) => {
    const own = actions.filter((action) => action.area === area);
    return [`## ${areaTitles[area] ?? area}\n`, ...own.map(actionSection)].join("\n");
  });
  return [introduction, ...sections].join("\n");
}

function actionSection(action: Action): string {
  const { name, description, permissions, effect, addition } = action;
  const { $defs: definitions = {}, ...answer } = answerJsonSchema(action) as JsonSchema & {
    $defs?: Record<string, JsonSchema>;
  };
  const result = (answer.properties as { result: JsonSchema }).result;
  return [
    `### ${name}\n`,
    `${addition ? "*Addition.* " : ""}${description}\n`,
    `Permission: ${permissions.map((permission) => `\`${permission}\``).join(" and ")} · Effect: ${effect}\n`,
    fieldsTable(inputJsonSchema(action)),
    `Result: \`${typeInWords(result, definitions).replaceAll("`", "")}\`\n`,
  ].join("\n");
}

function fieldsTable(input: JsonSchema): string {
  const {
    properties = {},
    required = [],
    $defs = {},
  } = input as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
    $defs?: Record<string, JsonSchema>;
  };
  const rows = Object.entries(properties).map(([name, schema]) => {
    const need = required.includes(name)
      ? "required"
      : "default" in schema
        ? `default ${JSON.stringify(schema.default)}`
        : "";
    const cells = [`\`${name}\``, typeInWords(schema, $defs), need, String(schema.description ?? "")];
    return `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
  });
  if (rows.length === 0) return "No fields.\n";
  return `| Field | Type | | Meaning |\n|---|---|---|---|\n${rows.join("\n")}\n`;
}
