import { describe, expect, it } from "@jest/globals";
import { asksModel } from "../../src/actions/action.js";
import { parseInput } from "../../src/actions/dispatch/parse-input.js";
import { actions, actionsByName } from "../../src/actions/index.js";
import { inputJsonSchema, type JsonSchema } from "../../src/api/json-schema.js";
import { hintsOf } from "../../src/api/mcp/tools.js";
import { ActionError } from "../../src/domain/errors.js";
import {
  additions,
  anyDelete,
  anyUpload,
  type Described,
  type Field,
  type Kind,
  serviceDescription,
} from "./registry/service-description.js";

const samples: Record<Exclude<Kind, string[]>, { valid: unknown[]; invalid: unknown[] }> = {
  text: { valid: ["x"], invalid: [1, null, true, ["x"], {}, "\0"] },
  filled: { valid: ["x"], invalid: ["", "  ", 1, null, ["x"]] },
  number: { valid: [1, 1.5, 0.25], invalid: ["1", null, true, []] },
  integer: { valid: [0, 2026, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER], invalid: ["1", 1.5, null, 2 ** 53] },
  integerOrNull: { valid: [0, 3, null], invalid: ["1", 1.5, 2 ** 53] },
  textOrNull: { valid: ["x", null], invalid: [1, true] },
  date: {
    valid: ["2026-12-01", "2026-12-01T10:00:00+01:00", "2026-12-01T09:30", 1_796_083_200_000],
    invalid: ["soon", "2026-13-01", "2026-02-30", true, {}, ["2026-12-01"]],
  },
  texts: { valid: [[], ["a", "b"]], invalid: ["a", [1], [null], null, {}] },
};

const samplesOf = (kind: Kind): { valid: unknown[]; invalid: unknown[] } =>
  Array.isArray(kind) ? { valid: kind, invalid: ["no such word", "", null, 1, kind[0]?.toUpperCase()] } : samples[kind];

const actionOf = (name: string) => {
  const action = actionsByName.get(name);
  if (!action) throw new Error(`there is no ${name}`);
  return action;
};

/** The smallest body that the description allows. */
function smallest({ fields, lists = {} }: Described): Record<string, unknown> {
  const required = Object.entries(fields).filter(([, field]) => field.required);
  const ownLists = Object.entries(lists).filter(([, list]) => list.required);
  return {
    ...Object.fromEntries(required.map(([name, field]) => [name, samplesOf(field.kind).valid[0]])),
    ...Object.fromEntries(ownLists.map(([name, list]) => [name, [list.entry]])),
  };
}

/** The places in a schema of strings without a limit, other than the words of a list. */
function unboundedTexts(schema: unknown, path: string): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { type, maxLength, enum: words, const: word, ...parts } = schema as JsonSchema;
  const isUnbounded = type === "string" && (words ?? word) === undefined && typeof maxLength !== "number";
  const inside = Object.entries(parts).flatMap(([key, part]) => unboundedTexts(part, `${path}/${key}`));
  return [...(isUnbounded ? [path] : []), ...inside];
}

const accepts = (name: string, body: unknown): boolean => {
  try {
    parseInput(actionOf(name), body);
    return true;
  } catch (error) {
    if (error instanceof ActionError && error.code === "invalid_input") return false;
    throw error;
  }
};

describe("the registry", () => {
  it("holds the 45 actions of the service description and the additions, each once", () => {
    expect(Object.keys(serviceDescription)).toHaveLength(45);
    const known = [...Object.keys(serviceDescription), ...Object.keys(additions)].sort();
    expect(actions.map(({ name }) => name).sort()).toEqual(known);
  });

  it("marks the additions, and only them", () => {
    const marked = actions.filter(({ addition }) => addition).map(({ name }) => name);
    expect(marked.sort()).toEqual(Object.keys(additions).sort());
  });

  it("lets just those actions be reads that change nothing", () => {
    const reads = actions.filter(({ effect }) => effect === "read").map(({ name }) => name);
    const expected = Object.keys(additions).filter((name) => !additions[name]?.writes);
    expect(reads.sort()).toEqual([...expected, "search_records", "search_price_book"].sort());
  });

  it("lets just the review ask a model and change nothing", () => {
    expect(actions.filter(({ effect }) => effect === "ask").map(({ name }) => name)).toEqual(["review_document"]);
  });

  it("lets just those actions send something to others", () => {
    const sends = actions.filter(({ effect }) => effect === "send").map(({ name }) => name);
    expect(sends.sort()).toEqual(["reply_to_thread", "send_issued_document", "send_message"]);
  });

  it("lets just those actions reach beyond the house: what sends, and what asks a language model", () => {
    const open = actions.filter((action) => hintsOf(action).openWorldHint).map(({ name }) => name);
    const askingModel = ["draft_document_from_instructions", "review_document"];
    expect(
      actions
        .filter(asksModel)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(askingModel);
    expect(open.sort()).toEqual([...askingModel, "reply_to_thread", "send_issued_document", "send_message"].sort());
  });

  it("warns of what can't be undone: what is overwritten, deleted or sent", () => {
    const harmless = actions.filter((action) => !hintsOf(action).destructiveHint).map(({ effect }) => effect);
    expect([...new Set(harmless)].sort()).toEqual(["ask", "create", "read"]);
  });
});

describe.each(Object.entries(additions))("the addition %s", (name, { permission, required, sample, keepsMore }) => {
  it("needs its permission and its id", () => {
    expect(actionOf(name).permissions).toEqual([permission].flat());
    expect(actionOf(name).anyPermission ?? false).toBe(permission === anyDelete || permission === anyUpload);
    expect((inputJsonSchema(actionOf(name)).required ?? []) as string[]).toEqual(required);
  });

  it("is strict", () => {
    const body = { ...Object.fromEntries(required.map((field) => [field, "x"])), ...sample };
    expect(accepts(name, body)).toBe(true);
    expect(accepts(name, { ...body, unknownProperty: 1 })).toBe(keepsMore === true);
  });

  if (name.startsWith("list_")) {
    it("takes any integer as limit, and a cursor", () => {
      for (const limit of [-5, 0, 1, 200, 10_000]) expect(accepts(name, { limit, cursor: "x" })).toBe(true);
      expect(accepts(name, { limit: 1.5 })).toBe(false);
    });
  }
});

describe.each(Object.entries(serviceDescription))("%s", (name, described) => {
  const base = smallest(described);

  it("needs exactly its permissions", () => {
    expect(actionOf(name).permissions).toEqual(described.permissions);
  });

  it("has exactly its fields", () => {
    const schema = inputJsonSchema(actionOf(name)) as { properties: JsonSchema; required?: string[] };
    const lists = Object.entries(described.lists ?? {});
    expect(Object.keys(schema.properties).sort()).toEqual(
      [...Object.keys(described.fields), ...lists.map(([field]) => field)].sort(),
    );
    const required = [
      ...Object.entries(described.fields).filter(([, field]) => field.required),
      ...lists.filter(([, list]) => list.required),
    ].map(([field]) => field);
    expect([...(schema.required ?? [])].sort()).toEqual(required.sort());
  });

  it("accepts the smallest body and refuses unknown properties", () => {
    expect(accepts(name, base)).toBe(true);
    expect(accepts(name, { ...base, unknownProperty: 1 })).toBe(false);
    for (const field of Object.keys(base)) {
      const { [field]: _, ...without } = base;
      expect({ field, accepted: accepts(name, without) }).toEqual({ field, accepted: false });
    }
  });

  const fields: [string, Field][] = Object.entries(described.fields);
  it.each(fields)("reads %s as described", (field, { kind, required, fallback }) => {
    const { valid, invalid } = samplesOf(kind);
    for (const value of valid) {
      expect({ value, accepted: accepts(name, { ...base, [field]: value }) }).toEqual({ value, accepted: true });
    }
    for (const value of invalid) {
      expect({ value, accepted: accepts(name, { ...base, [field]: value }) }).toEqual({ value, accepted: false });
    }
    if (kind === "date") expect(accepts(name, { ...base, [field]: null })).toBe(!required);
    if (fallback !== undefined) {
      expect((actionOf(name).input.parse(base) as Record<string, unknown>)[field]).toEqual(fallback);
    }
  });

  const lists = Object.entries(described.lists ?? {});
  if (lists.length === 0) return;
  it.each(lists)("reads the entries of %s as described", (field, list) => {
    expect(accepts(name, { ...base, [field]: [] })).toBe(true);
    expect(accepts(name, { ...base, [field]: [list.entry, list.entry] })).toBe(true);
    for (const wrong of [null, "x", list.entry]) expect(accepts(name, { ...base, [field]: wrong })).toBe(false);
    for (const entry of list.invalid) {
      expect({ entry, accepted: accepts(name, { ...base, [field]: [list.entry, entry] }) }).toEqual({
        entry,
        accepted: false,
      });
    }
  });
});

describe("texts", () => {
  const fits = (name: string, body: (text: string) => object, limit: number) => {
    for (const character of ["x", "𝄞"]) {
      expect({ name, limit, accepted: accepts(name, body(character.repeat(limit))) }).toMatchObject({ accepted: true });
      expect({ name, limit, accepted: accepts(name, body(character.repeat(limit + 1))) }).toMatchObject({
        accepted: false,
      });
    }
  };

  it("have limits by what they are", () => {
    fits("create_project", (name) => ({ name }), 300);
    fits("create_project", (description) => ({ name: "x", description }), 100_000);
    fits("create_contact", (email) => ({ name: "x", emails: [email] }), 300);
    fits("file_thread", (summary) => ({ threadId: "x", summary }), 100_000);
    fits("update_task_checklist", (text) => ({ taskId: "x", checklist: [{ text }] }), 10_000);
    fits("draft_document_from_instructions", (instructions) => ({ docId: "x", instructions }), 100_000);
    fits("create_document", (body) => ({ title: "x", body }), 1_000_000);
    const node = (fields: object) => ({ computoId: "x", lines: [{ type: "section", children: [fields] }] });
    fits("save_bill_of_quantities_lines", (desc) => node({ type: "line", desc }), 100_000);
    fits("save_bill_of_quantities_lines", (title) => node({ type: "section", title }), 300);
    fits("save_bill_of_quantities_lines", (desc) => node({ type: "line", measurements: [{ desc }] }), 10_000);
    expect(accepts("update_document", { docId: "x", title: ` ${"x".repeat(300)} ` })).toBe(true);
  });

  it("are named where they are too long", () => {
    const body = { docId: "x", lineItems: [{ desc: "x", unit: "x".repeat(301), qty: 1, price: 1 }] };
    expect(() => parseInput(actionOf("update_document"), body)).toThrow(
      "/lineItems/0/unit: must have at most 300 char",
    );
  });
});

describe("dates", () => {
  it("lie between 1900 and 2200", () => {
    const due = (dueAt: unknown) => accepts("create_reminder", { title: "x", dueAt });
    for (const dueAt of ["1900-01-02", "2200-12-30", Date.UTC(1950, 0)]) expect(due(dueAt)).toBe(true);
    for (const dueAt of ["1899-12-31", "2201-01-01", 9e12]) expect(due(dueAt)).toBe(false);
    const optional = { projectId: "x", title: "x", dueAt: "2206-01-31" };
    expect(() => parseInput(actionOf("create_task"), optional)).toThrow("/dueAt: must have a year from 1900 to 2200");
    const required = { title: "x", dueAt: "2026-11-31" };
    expect(() => parseInput(actionOf("create_reminder"), required)).toThrow("/dueAt: must be a day that exists");
  });

  it("are cleared by updates alone", () => {
    const saysSo = actions.flatMap((action) => {
      const fields = Object.values(inputJsonSchema(action).properties as Record<string, JsonSchema>);
      return fields.some(({ description }) => /milliseconds\).*null clears/.test(String(description))) ? action : [];
    });
    expect(saysSo.length).toBeGreaterThan(1);
    expect(saysSo.filter(({ effect }) => effect !== "update")).toEqual([]);
  });
});

describe("percentages and days", () => {
  it.each(["draft_quote_from_bill_of_quantities", "update_document"])(
    "%s takes a discount and a VAT rate from 0 to 100",
    (name) => {
      const base = smallest(serviceDescription[name] as Described);
      for (const discountPct of [0, 12.5, 100]) expect(accepts(name, { ...base, discountPct })).toBe(true);
      for (const discountPct of [-0.01, 100.01]) expect(accepts(name, { ...base, discountPct })).toBe(false);
      for (const vatPct of [0, 22, 100]) expect(accepts(name, { ...base, vatPct })).toBe(true);
      for (const vatPct of [-0.01, 100.01]) expect(accepts(name, { ...base, vatPct })).toBe(false);
    },
  );

  it("follows up after more than 0 and at most 3650 days", () => {
    for (const followUpDays of [0.001, 14, 3650])
      expect(accepts("send_issued_document", { docId: "x", followUpDays })).toBe(true);
    for (const followUpDays of [0, -1, 3650.5])
      expect(accepts("send_issued_document", { docId: "x", followUpDays })).toBe(false);
  });
});

describe.each(actions.map((action) => [action.name, action] as const))("what is said of %s", (_, action) => {
  it("is complete", () => {
    for (const title of Object.values(action.title)) expect(title.length).toBeGreaterThan(3);
    expect(action.title.it).not.toBe(action.title.en);
    expect(action.description.length).toBeGreaterThan(10);
    expect(action.name).toMatch(/^[a-z][a-z_]{2,63}$/);
  });

  it("covers every field of the input", () => {
    const { properties = {} } = inputJsonSchema(action) as { properties?: Record<string, JsonSchema> };
    const silent = Object.entries(properties).filter(([, schema]) => !schema.description);
    expect(silent.map(([field]) => field)).toEqual([]);
  });

  it("bounds every text of the input", () => {
    expect(unboundedTexts(inputJsonSchema(action), "")).toEqual([]);
  });

  it("gives all four hints", () => {
    const hints = hintsOf(action);
    for (const hint of ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const) {
      expect(typeof hints[hint]).toBe("boolean");
    }
    expect(hints.readOnlyHint).toBe(["read", "ask"].includes(action.effect));
    expect(hints.readOnlyHint && hints.destructiveHint).toBe(false);
    if (action.name.startsWith("delete_")) expect(hints.destructiveHint).toBe(true);
  });
});
