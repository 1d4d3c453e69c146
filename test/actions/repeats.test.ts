import { describe, expect, it } from "@jest/globals";
import { startApi } from "../support/caller.js";
import { createGuest, createProject, organization, type TestRecord } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
const project = forAllTests(() => createProject(org));
const bill = forAllTests(() => org.ok("create_bill_of_quantities", { projectId: project.id, name: "Opere" }));
const letter = forAllTests(() =>
  org.ok("create_document", { title: "Incarico", kind: "letter", body: "Gentile cliente" }),
);
const template = forAllTests(() => org.ok("save_as_template", { docId: letter.id, title: "Lettera" }));
const book = forAllTests(() => org.ok("create_price_book", { name: "Voci dello studio" }));

const entries = [
  { code: "A.1", description: "Muro", unit: "m²", price: 20 },
  { description: "Intonaco", unit: "m²", price: 12.5 },
];

interface Repeat {
  pointer: string;
  body: () => Record<string, unknown>;
  /** what makes it another one */
  other: Record<string, unknown>;
}
const calls: Record<string, Repeat> = {
  create_project: {
    pointer: "/name",
    body: () => ({ name: "Villa Verdi", type: "cila" }),
    other: { municipality: "Bologna" },
  },
  create_task: {
    pointer: "/title",
    body: () => ({ projectId: project.id, title: "Rilievo", dueAt: "2026-12-03" }),
    other: { dueAt: "2026-12-04" },
  },
  create_bill_of_quantities: {
    pointer: "/name",
    body: () => ({ projectId: project.id, name: "Impianti" }),
    other: { name: "Opere edili" },
  },
  create_document: {
    pointer: "/title",
    body: () => ({ title: "Relazione", kind: "report", body: "Il fabbricato è sano." }),
    other: { body: "Il fabbricato è umido." },
  },
  create_document_from_template: {
    pointer: "/title",
    body: () => ({ templateId: template.id, title: "Incarico Verdi" }),
    other: { title: "Incarico Rossi" },
  },
  draft_quote_from_bill_of_quantities: {
    pointer: "/title",
    body: () => ({ computoId: bill.id, title: "Preventivo" }),
    other: { discountPct: 5 },
  },
  save_as_template: {
    pointer: "/title",
    body: () => ({ docId: letter.id, title: "Incarico" }),
    other: { title: "Incarico breve" },
  },
  create_price_book: {
    pointer: "/name",
    body: () => ({ name: "Toscana", year: 2026 }),
    other: { year: 2027 },
  },
  add_price_book_entries: {
    pointer: "/entries",
    body: () => ({ bookId: book.id, entries }),
    other: { entries: [{ ...entries[0], price: 21 }] },
  },
};

const repeats = ({ warnings = [] }: TestRecord): { code: string; pointer: string; detail: string }[] =>
  warnings.filter(({ code }: { code: string }) => code === "duplicate");

it.each(Object.entries(calls))(
  "%s warns of the same that was made shortly before",
  async (name, { pointer, body, other }) => {
    const first = await org.ok(name, body());
    expect(repeats(first)).toEqual([]);
    const [warning] = repeats(await org.ok(name, body()));
    expect(warning).toMatchObject({ code: "duplicate", pointer });
    if (first.id) expect(warning?.detail).toMatch(new RegExp(`${first.id}.* has the same (name|title), `));
    expect(repeats(await org.ok(name, { ...body(), ...other }))).toEqual([]);
  },
);

describe("of a repeat", () => {
  const task = () => ({ projectId: project.id, title: "Sopralluogo" });

  it("is told who may view such records, a guest within a shared project too", async () => {
    await org.ok("create_task", task());
    const keys = ["tasks:view", "tasks:edit"].map((permission) =>
      org.keyWith("projects:view", "tasks:edit", permission),
    );
    const guest = await createGuest(org, project.id, "editor");
    const told = [];
    for (const key of [...(await Promise.all(keys)), guest.key])
      told.push(repeats(await org.ok("create_task", task(), key)).length);
    expect(told).toEqual([1, 0, 1]);
  });

  it("nothing is told to another firm, nor after an hour", async () => {
    const other = await organization(api, "Altro Studio");
    await org.ok("create_project", { name: "Casa Neri" });
    expect(repeats(await other.ok("create_project", { name: "Casa Neri" }))).toEqual([]);
    const first = await org.ok("create_task", { ...task(), title: "Collaudo" });
    const earlier = (Date.now() - 61 * 60_000).toString(16).padStart(12, "0");
    const id = `${earlier.slice(0, 8)}-${earlier.slice(8)}${first.id.slice(13)}`;
    await api.pool.query("update task set id = $1 where id = $2", [id, first.id]);
    expect(repeats(await org.ok("create_task", { ...task(), title: "Collaudo" }))).toEqual([]);
  });
});
