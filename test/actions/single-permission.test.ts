import { beforeAll, describe, expect, it } from "@jest/globals";
import type { z } from "zod";
import { type Action, areasOf, requires } from "../../src/actions/action.js";
import { embeddedFields } from "../../src/actions/embedded-records.js";
import { actions } from "../../src/actions/index.js";
import { areaOf, areasShownBy } from "../../src/actions/record-areas.js";
import { inputJsonSchema, type JsonSchema } from "../../src/api/json-schema.js";
import { entities } from "../../src/db/entities/index.js";
import { Organization } from "../../src/db/entities/organization.js";
import { type Area, areas, type Permission } from "../../src/domain/permissions.js";
import { type Answer, startApi } from "../support/caller.js";
import { createGuest, organization, unknownId } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";
import { type Records, recordsOf } from "../support/records.js";

/** The table and the record that each id in an input refers to. */
const references: Record<string, [table: string, record: keyof Records]> = {
  projectId: ["project", "project"],
  contactId: ["contact", "contact"],
  clientContactId: ["contact", "contact"],
  targetId: ["contact", "contact"],
  sourceId: ["contact", "contact"],
  taskId: ["task", "task"],
  submissionId: ["submission", "submission"],
  reminderId: ["reminder", "reminder"],
  computoId: ["bill_of_quantities", "bill"],
  docId: ["document", "document"],
  docIds: ["document", "document"],
  templateId: ["template", "template"],
  bookId: ["price_book", "book"],
  otherBookId: ["price_book", "book"],
  entryId: ["price_book", "entry"],
  threadId: ["thread", "thread"],
  beforeMessageId: ["message", "message"],
  linkId: ["quote_link", "link"],
  attachmentFileIds: ["stored_file", "file"],
  fileId: ["stored_file", "file"],
  // As its record: a deleted task.
  deletionId: ["task", "deletion"],
  entryIds: ["price_book", "book"],
};
/** Members belong to no area. */
const members = ["userId", "assigneeId"];
const isReference = (field: string) => /Ids?$/.test(field);

// There is no worker: whatever is ordered here never ends.
const api = forAllTests(() => startApi({ waitLimitMs: 0 }));
const org = forAllTests(() => organization(api));
const own = forAllTests(() => recordsOf(org));
const keys = new Map<string, Promise<string>>();
const keyWith = (...permissions: Permission[]): Promise<string> => {
  const name = permissions.join();
  const key = keys.get(name) ?? org.keyWith(...permissions);
  keys.set(name, key);
  return key;
};

beforeAll(async () => {
  await org.ok("issue_document", { docId: own.document.id });
  for (const [table, column] of Object.entries(markedColumns))
    await api.pool.query(`update ${table} set ${column} = $2 where organization_id = $1`, [
      org.organizationId,
      marker(areaOf({ name: table })),
    ]);
});

/** Where the texts of records stand that a revision, which belongs to the documents, doesn't take over. */
const markedColumns = {
  contact: "notes",
  project: "authority_notes",
  task: "title",
  reminder: "notes",
  document: "body",
  template: "body",
  price_book: "description",
  bill_of_quantities: "name",
  thread: "summary",
};

const viewsBut = (area: Area): Permission[] =>
  areas.filter((each) => each !== area).map((each): Permission => `${each}:view`);

/** A text that only records of an area have. */
const marker = (area: Area) => `zz-${area}-zz`;

const inputOf = (action: Action) =>
  inputJsonSchema(action) as { properties?: Record<string, JsonSchema>; required?: string[] };

function sample(schema: JsonSchema): unknown {
  const { anyOf, enum: words, type } = schema as { anyOf?: JsonSchema[]; enum?: unknown[]; type?: string };
  if (anyOf?.[0]) return anyOf.some((option) => option.type === "null") ? null : sample(anyOf[0]);
  if (words) return words[0];
  return { integer: 0, number: 1, boolean: true, array: [] }[type ?? ""] ?? "2030-01-01";
}

/** The id of the organization's own record that a field refers to. */
function idOf(field: string): string {
  const [, record] = references[field] ?? [];
  if (!record || record === "member") throw new Error(`${field} refers to no record`);
  return own[record].id;
}

/** The smallest body of an action, with ids of the organization's own records. */
function bodyOf(action: Action): Record<string, unknown> {
  const { properties = {}, required = [] } = inputOf(action);
  return Object.fromEntries(
    required.map((field) => {
      if (members.includes(field)) return [field, own.member];
      return [field, isReference(field) ? idOf(field) : sample(properties[field] ?? {})];
    }),
  );
}

describe("every record", () => {
  it("belongs to an area", () => {
    for (const entity of entities.filter((each) => each !== Organization)) {
      const { name } = api.app.database.table(entity as never);
      expect(areas).toContain(areaOf({ name }));
    }
  });

  it("that a result shows says which", () => {
    const silent = actions.flatMap((action) => [...recordsWithout(action.result, [action.name])]);
    // A hit of the search is found under projects:view whatever it is; the search itself hides all but its title.
    expect(silent.filter((path) => !path.startsWith("search_records."))).toEqual([]);
  });

  it("of another area can be left out of a result, which then names it", () => {
    for (const action of actions.filter((each) => embeddedFields(each).length > 0))
      expect([action.name, "omitted" in (action.result as z.ZodObject).shape]).toEqual([action.name, true]);
  });
});

/** The objects with an id, below the top of a result, that don't say which record they show. */
function* recordsWithout(schema: z.core.$ZodType, path: string[]): Generator<string> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "object") {
    if ("id" in def.shape && path.length > 1 && !areasShownBy(schema)) yield path.join(".");
    for (const [name, field] of Object.entries(def.shape)) yield* recordsWithout(field, [...path, name]);
  } else if (def.type === "array") yield* recordsWithout(def.element, path);
  else if (def.type === "nullable" || def.type === "optional" || def.type === "default")
    yield* recordsWithout(def.innerType, path);
  else if (def.type === "union") for (const option of def.options) yield* recordsWithout(option, path);
}

const takenIds = actions.flatMap((action) =>
  Object.keys(inputOf(action).properties ?? {})
    .filter((field) => isReference(field) && !members.includes(field))
    .map((field) => ({ action, field })),
);

describe("an id", () => {
  it("of every action is known here", () => {
    expect(
      takenIds.filter(({ field }) => !references[field]).map(({ action, field }) => `${action.name}.${field}`),
    ).toEqual([]);
  });

  const foreign = takenIds.flatMap(({ action, field }) => {
    const area = areaOf({ name: references[field]?.[0] ?? "" });
    return areasOf(action).has(area) ? [] : [{ name: action.name, action, field, area }];
  });

  it.each(foreign)("$name: $field needs $area:view", async ({ action, field, area }) => {
    const id = idOf(field);
    const ask = async (value: string, ...permissions: Permission[]): Promise<Answer> => {
      const body = { ...extras[action.name], ...bodyOf(action), [field]: field.endsWith("Ids") ? [value] : value };
      return org.call(action.name, body, await keyWith(...action.permissions, ...permissions));
    };
    const missing = await ask(unknownId, ...viewsBut(area));
    // Every other view at once: what they don't open together, none of them opens alone.
    const { status, code, detail } = await ask(id, ...viewsBut(area));
    if (requires(action, field)) {
      expect([status, code]).toEqual([403, "forbidden"]);
      expect(detail).toContain(`${action.name} needs ${area}:view`);
      expect(missing.status).toBe(404);
    } else {
      expect([status, code]).toEqual([404, "not_found"]);
      expect(detail?.replace(id, "ID")).toBe(missing.detail?.replace(unknownId, "ID"));
    }
    // What else the action needs is given, so that this one decides.
    const needed = foreign.filter((each) => each.name === action.name && requires(action, each.field));
    const alone = await ask(id, `${area}:view`, ...needed.map((each): Permission => `${each.area}:view`));
    expect([alone.status === 403 || alone.status === 404, alone.detail]).toEqual([false, alone.detail]);
  });
});

describe("a contact that is set", () => {
  let changed: Records;
  beforeAll(async () => {
    changed = await recordsOf(org);
  });

  const emptied = [
    ["update_project", "projectId", "project", "clientContactId"],
    ["update_document", "docId", "document", "contactId"],
    ["file_thread", "threadId", "thread", "contactId"],
  ] as const;

  it.each(emptied)("is emptied by %s {%s} with contacts:view alone: %s.%s", async (name, idField, record, field) => {
    const action = actions.find((each) => each.name === name);
    const write = async (value: string, ...others: Permission[]): Promise<Answer> => {
      const body = { [idField]: changed[record].id, [field]: value };
      return org.call(name, body, await keyWith(...(action?.permissions ?? []), ...others));
    };
    expect((await write(changed.contact.id, "contacts:view")).status).toBe(200);
    const refused = await write("", ...viewsBut("contacts"));
    expect([refused.status, refused.detail]).toEqual([
      403,
      `${name} needs contacts:view, which this key or role lacks.`,
    ]);
    expect((await write("", "contacts:view")).status).toBe(200);
    expect((await write("", ...viewsBut("contacts"))).status).toBe(200);
  });

  it("is not emptied by a guest who may edit the project but sees no contacts", async () => {
    const { project, contact, document, thread } = changed;
    const guest = await createGuest(org, project.id, "editor");
    const ids = { contactId: contact.id };
    await org.ok("update_project", { projectId: project.id, clientContactId: contact.id });
    await org.ok("move_document", { docId: document.id, projectId: project.id });
    await org.ok("update_document", { docId: document.id, ...ids });
    await org.ok("file_thread", { threadId: thread.id, projectId: project.id, ...ids });
    const emptied: [string, object][] = [
      ["update_project", { projectId: project.id, clientContactId: "" }],
      ["update_document", { docId: document.id, contactId: "" }],
      ["file_thread", { threadId: thread.id, contactId: "" }],
    ];
    for (const [name, body] of emptied) {
      const { status, detail } = await org.call(name, body, guest.key);
      expect([status, detail]).toEqual([403, `${name} needs contacts:view, which this key or role lacks.`]);
    }
    expect((await org.ok("get_document", { docId: document.id })).contactId).toBe(contact.id);
  });
});

/** What an action needs besides its required fields to be carried out. */
const extras: Record<string, object> = {
  send_message: { to: "a@example.test" },
  // Whose first line is changed later, and then its section.
  save_bill_of_quantities_lines: {
    lines: [
      { type: "line", desc: "Scavo", qty: 1, price: 10 },
      { type: "section", title: "Opere", children: [] },
    ],
  },
  update_bill_section: { section: ["Opere"] },
  // By default it is the bill's name.
  draft_quote_from_bill_of_quantities: { title: "Offerta" },
};

describe("an answer", () => {
  // Without a language model it is refused, and without a worker it waits; draft-document.test.ts, render-document.test.ts and
  // export-bill-of-quantities.test.ts have them.
  const cannotRun = [
    "draft_document_from_instructions",
    "render_document",
    "export_bill_of_quantities",
    "export_quote_comparison",
    "import_price_book",
  ];
  const all = actions.filter(({ effect, name }) => effect !== "delete" && !cannotRun.includes(name));

  it.each(all.map((action) => [action.name, action] as const))(
    "of %s shows nothing of an area out of sight",
    async (name, action) => {
      const needed = new Set(
        takenIds
          .filter((taken) => taken.action === action && requires(action, taken.field))
          .map(({ field }) => areaOf({ name: references[field]?.[0] ?? "" })),
      );
      const views = [...needed].filter((area) => !areasOf(action).has(area)).map((area): Permission => `${area}:view`);
      const embeds = embeddedFields(action).length > 0;
      for (const extra of [[], ...(embeds ? areas.map(viewsBut) : [])]) {
        const key = await keyWith(...action.permissions, ...views, ...extra);
        const seen = (area: Area) => areasOf(action).has(area) || [...views, ...extra].includes(`${area}:view`);
        const { result, body } = await carriedOut(action, key);
        for (const area of areas.filter((each) => !seen(each)))
          expect([area, JSON.stringify(body).includes(marker(area))]).toEqual([area, false]);
        const hidden = embeddedFields(action).filter((field) => !field.areas.every(seen));
        for (const { path } of hidden.filter((field) => field.path.length === 1)) {
          expect(result[path[0] ?? ""] ?? []).toEqual([]);
          expect([name, result.omitted]).toEqual([name, expect.arrayContaining([path[0]])]);
        }
        if (hidden.length === 0 && embeds) expect(result.omitted).toEqual([]);
      }
    },
  );

  /** Carries an action out, in whichever state the document has to be for it. */
  async function carriedOut(action: Action, key: string): Promise<Answer> {
    const said: unknown[] = [];
    for (const status of ["draft", "issued"]) {
      await api.pool.query("update document set status = $2, version = version + 1 where id = $1", [
        own.document.id,
        status,
      ]);
      const answer = await org.call(action.name, { ...bodyOf(action), ...extras[action.name] }, key);
      if (answer.status === 200) return answer;
      said.push(answer.body);
    }
    throw new Error(`${action.name}: ${JSON.stringify(said)}`);
  }
});

describe("a refusal", () => {
  it("names neither a contact nor its address to who may not view contacts", async () => {
    await org.ok("update_contact", { contactId: own.contact.id, email: "no address" });
    await api.pool.query("update document set status = 'issued', version = version + 1 where id = $1", [
      own.document.id,
    ]);
    const send = async (...permissions: Permission[]) =>
      org.call("send_issued_document", { docId: own.document.id }, await keyWith("documents:edit", ...permissions));
    expect((await send("contacts:view")).detail).toContain("no address");
    const { status, detail } = await send();
    expect([status, detail]).toEqual([
      422,
      "The e-mail address of the document's contact is not valid; correct it in the contact.",
    ]);
  });
});
