import { describe, expect, it } from "@jest/globals";
import { actions } from "../../../src/actions/index.js";
import { formsOfAddress } from "../../../src/domain/vocabulary.js";
import { auditOf } from "../../support/audit.js";
import { startApi } from "../../support/caller.js";
import { createGuest, createProject, organization, unknownId } from "../../support/factories.js";
import { closedAfterTest, forAllTests } from "../../support/for-tests.js";
import { clientKinds, connectMcp, type ToolAnswer } from "../../support/mcp.js";
import { postMcp, toolMessage } from "../../support/mcp-messages.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
const connect = async (...args: Parameters<typeof connectMcp> extends [string, ...infer Rest] ? Rest : never) =>
  closedAfterTest(await connectMcp(api.url, ...args));
const textOf = (answer: ToolAnswer): string => answer.content[0]?.text ?? "";

describe.each(clientKinds)("a client of %s", (kind) => {
  it("is told whose connection it is, since it may have one for each of several firms", async () => {
    const named = await organization(api, 'Studio "Conti" & Rossi');
    const told = (await connect(named.key, kind)).instructions();
    expect(told).toContain(
      'This connection is for the firm "Studio \\"Conti\\" & Rossi" alone, in the time zone Europe/Rome.',
    );
    expect((await connect(org.key, kind)).instructions()).not.toContain("Rossi");
  });

  it("is told for whom it acts, so that it can say what is due for them; a key of the organization acts for nobody", async () => {
    const { userId, name, key } = await org.member("guest");
    expect((await connect(key, kind)).instructions()).toContain(
      `It acts for ${JSON.stringify(name)}, userId ${userId}.`,
    );
    expect((await connect(await org.keyWith("projects:view"), kind)).instructions()).not.toContain("userId");
  });

  it("finds every action as a tool, in the registry's order", async () => {
    const client = await connect(org.key, kind);
    const { tools } = await client.tools();
    expect(tools.map(({ name }) => name)).toEqual(actions.map(({ name }) => name));
    const tool = tools.find(({ name }) => name === "create_contact");
    expect(tool).toMatchObject({
      title: "Create a contact",
      inputSchema: { type: "object", required: ["name"], additionalProperties: false },
      outputSchema: { type: "object", required: ["result"] },
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    });
    const hints = (name: string) => tools.find((one) => one.name === name)?.annotations;
    for (const name of [
      "send_message",
      "reply_to_thread",
      "send_issued_document",
      "draft_document_from_instructions",
    ]) {
      expect(hints(name)).toMatchObject({ readOnlyHint: false, destructiveHint: true, openWorldHint: true });
    }
    expect(hints("review_document")).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: true });
  });

  it("creates and reads a record, with answers of the promised form", async () => {
    const client = await connect(org.key, kind);
    await client.tools();
    const made = await client.call("create_contact", { name: "  Anna Conti ", emails: ["anna@conti.test"] });
    expect(made.structuredContent?.result).toMatchObject({
      name: "Anna Conti",
      role: "client",
      email: "anna@conti.test",
    });
    expect(JSON.parse(textOf(made))).toEqual(made.structuredContent);
    const long = await client.call("create_contact", { name: "Anna", notes: "è".repeat(12_000) });
    expect(long.structuredContent?.result.notes).toHaveLength(12_000);
    expect(textOf(long).length).toBeLessThan(1_500);
    expect(JSON.parse(textOf(long))).toMatchObject({
      result: { id: long.structuredContent?.result.id, name: "Anna" },
      digest: expect.stringContaining("structuredContent"),
    });
    const contactId = made.structuredContent?.result.id as string;
    const read = await client.call("get_contact", { contactId });
    expect(read.structuredContent?.result).toMatchObject({ id: contactId, projects: [] });
  });

  it("is told of what went wrong in one text, for the model to read", async () => {
    const client = await connect(org.key, kind);
    const wrong = await client.call("create_contact", { name: " ", role: "friend", colour: "red" });
    expect(wrong.isError).toBe(true);
    expect(wrong.content).toHaveLength(1);
    for (const part of ["invalid_input", "/name", "/role", "/colour", "client"]) expect(textOf(wrong)).toContain(part);
    const missing = await client.call("get_contact", { contactId: unknownId });
    expect(missing.isError).toBe(true);
    expect(textOf(missing)).toMatch(
      /^not_found: contactId: .*\. Use an id from an earlier result, or from list_contacts\.$/,
    );
    const undrafted = await client.call("create_document", { title: "Preventivo" });
    const sent = await client.call("send_issued_document", { docId: undrafted.structuredContent?.result.id });
    expect(textOf(sent)).toMatch(/^conflict: /);
  });

  it("gets a protocol error for a tool that there is not", async () => {
    const client = await connect(org.key, kind);
    await expect(client.call("drop_tables")).rejects.toMatchObject({ code: -32602 });
  });
});

describe("the newer era", () => {
  it("is spoken, and lets the list be kept for a minute by its caller alone", async () => {
    const client = await connect(org.key);
    expect(client.protocol()).toBe("2026-07-28");
    expect(await client.tools()).toMatchObject({ ttlMs: 60_000, cacheScope: "private" });
  });
});

describe("the older era", () => {
  const list = (id: string | number, params?: object) => ({ jsonrpc: "2.0", id, method: "tools/list", params });

  it("goes on at the revisions of 2025", async () => {
    expect((await connect(org.key, "SDK 1")).protocol()).toBe("2025-11-25");
  });

  it("is answered in JSON, and by a stream where a client asks to be told of progress", async () => {
    const send = (params: object) => postMcp(api, org.key, list("a", params), { "mcp-protocol-version": "2025-03-26" });
    const plain = await send({});
    expect(plain.headers.get("content-type")).toBe("application/json");
    const { id, result } = (await plain.json()) as { id: string; result: { tools: unknown[] } };
    expect([id, result.tools.length]).toEqual(["a", actions.length]);
    const streamed = await send({ _meta: { progressToken: 1 } });
    expect(streamed.headers.get("content-type")).toBe("text/event-stream");
    expect(JSON.parse((await streamed.text()).replace(/^event: message\ndata: /, ""))).toMatchObject({ id, result });
  });

  it("has the whole of a long answer in its text where no revision is named that knows structure", async () => {
    const notes = "è".repeat(12_000);
    const answer = await postMcp(api, org.key, toolMessage("create_contact", { name: "Anna", notes }));
    const { result } = (await answer.json()) as { result: ToolAnswer };
    expect(JSON.parse(textOf(result)).result.notes).toBe(notes);
  });

  it("may send several messages at once, as its second revision has it", async () => {
    const batch = [list(1), list(2), { jsonrpc: "2.0", method: "notifications/initialized" }];
    const answer = await postMcp(api, org.key, batch);
    const answers = (await answer.json()) as { id: number; result: { tools: unknown[] } }[];
    expect(answers.map(({ id, result }) => [id, result.tools.length])).toEqual([
      [1, actions.length],
      [2, actions.length],
    ]);
  });
});

describe("the list of tools", () => {
  it("leaves a model most of its attention: under 34,000 tokens", async () => {
    const { tools } = await (await connect(org.key)).tools();
    expect(JSON.stringify(tools).length / 4).toBeLessThan(34_000);
  });

  it("names the fields of each answer, and leaves room for new ones", async () => {
    const { tools } = await (await connect(org.key)).tools();
    const schema = tools.find(({ name }) => name === "get_project")?.outputSchema;
    expect(schema).toMatchObject({
      properties: {
        result: { properties: { id: { type: "string" }, tasks: { type: "array", items: { type: "object" } } } },
      },
    });
    const changed = tools.find(({ name }) => name === "issue_document")?.outputSchema;
    expect(changed).toMatchObject({
      properties: {
        result: { description: "fields as in get_document", properties: { revision: { type: "object" } } },
      },
    });
    const lines = tools.find(({ name }) => name === "delete_bill_lines")?.outputSchema;
    expect(lines).toMatchObject({
      properties: { result: { properties: { removedLinks: { type: "array", items: { type: "object" } } } } },
    });
    expect(JSON.stringify(lines)).not.toContain("linkId");
    for (const keyword of ["additionalProperties", "anyOf"])
      expect(JSON.stringify(tools.map(({ outputSchema }) => outputSchema))).not.toContain(keyword);
  });
});

describe("a tool's input schema", () => {
  it("has no empty text among the choices of an enum, and takes it beside them", async () => {
    const { tools } = await (await connect(org.key)).tools();
    expect(JSON.stringify(tools)).not.toMatch(/"enum":\[[^\]]*""/);
    expect(tools.find(({ name }) => name === "set_contact_details")?.inputSchema).toMatchObject({
      properties: {
        formOfAddress: {
          description: expect.any(String),
          anyOf: [
            { type: "string", enum: [...formsOfAddress] },
            { type: "string", maxLength: 0 },
          ],
        },
      },
    });
  });
});

describe("who may use a tool", () => {
  it("shows and runs only what the key permits", async () => {
    const client = await connect(await org.keyWith("contacts:view", "projects:view"));
    const names = (await client.tools()).tools.map(({ name }) => name);
    expect(names).toEqual(
      actions
        .filter(({ permissions }) => permissions.every((p) => ["contacts:view", "projects:view"].includes(p)))
        .map(({ name }) => name),
    );
    expect(names).toContain("list_contacts");
    await expect(client.call("create_contact", { name: "Anna" })).rejects.toMatchObject({ code: -32602 });
    await expect(client.call("delete_contact", { contactId: unknownId })).rejects.toMatchObject({ code: -32602 });
  });

  it("asks for every permission of an action that needs several", async () => {
    const client = await connect(await org.keyWith("contacts:edit"));
    const names = (await client.tools()).tools.map(({ name }) => name);
    expect(names).toContain("create_contact");
    expect(names).not.toContain("merge_contacts");
  });

  it("looks at the role anew on each call", async () => {
    const member = await org.member("member");
    const client = await connect(member.key);
    expect((await client.call("create_contact", { name: "Anna" })).isError).toBeUndefined();
    await api.pool.query("update membership set role = 'viewer' where user_id = $1", [member.userId]);
    await expect(client.call("create_contact", { name: "Anna" })).rejects.toMatchObject({ code: -32602 });
    expect((await client.tools()).tools.map(({ name }) => name)).not.toContain("create_contact");
    await api.pool.query("delete from membership where user_id = $1", [member.userId]);
    await expect(client.call("list_contacts")).rejects.toThrow();
  });

  it("gives a guest the tools of shared projects, and no other project", async () => {
    const shared = await createProject(org);
    const other = await createProject(org);
    const guest = await createGuest(org, shared.id, "viewer");
    const client = await connect(guest.key);
    const names = (await client.tools()).tools.map(({ name }) => name);
    expect(names).toContain("get_project");
    expect(names).not.toContain("update_project");
    expect(names).not.toContain("list_contacts");
    expect((await client.call("get_project", { projectId: shared.id })).structuredContent?.result.id).toBe(shared.id);
    expect(textOf(await client.call("get_project", { projectId: other.id }))).toMatch(/^not_found: projectId/);
  });
});

describe("the audit log", () => {
  it("names the client, made fit to be shown", async () => {
    const client = await connect(org.key, "SDK 2, 2026-07-28", "Evil\u202eedoc\u0007  \n Client ".padEnd(300, "x"));
    const made = await client.call("create_contact", { name: "Anna" });
    expect(await auditOf(api, made.structuredContent?.result.id)).toMatchObject([
      { via: "mcp", client: expect.stringMatching(/^Eviledoc Client x{84}$/), action: "create_contact" },
    ]);
  });
});

describe("an answer too long for a model", () => {
  const tokens = (answer: ToolAnswer) => JSON.stringify(answer).length / 4;

  it("gives fewer entries of a list, with the cursor that goes on after them", async () => {
    const own = await organization(api);
    const body = "Relazione tecnica. ".repeat(400);
    for (let n = 0; n < 14; n++) await own.ok("create_document", { title: `Documento ${n}`, body });
    const client = await connect(own.key);
    await client.tools();
    const seen: unknown[] = [];
    let cursor: unknown;
    do {
      const answer = await client.call("list_documents", { view: "full", limit: 200, ...(cursor ? { cursor } : {}) });
      expect(tokens(answer)).toBeLessThan(25_000);
      const { items = [], nextCursor } = (answer.structuredContent?.result ?? {}) as {
        items?: { id: string }[];
        nextCursor?: unknown;
      };
      expect(items.length).toBeGreaterThan(0);
      if (nextCursor) expect(answer.structuredContent?.cut).toMatch(/cursor = nextCursor/);
      seen.push(...items.map(({ id }) => id));
      cursor = nextCursor;
    } while (cursor);
    expect(seen).toHaveLength(14);
    expect(new Set(seen).size).toBe(14);
  });

  it("gives fewer entries of a price book, and fewer differences of two, with the cursor that goes on after them", async () => {
    const own = await organization(api);
    const book = async (from: number, description = ""): Promise<string> => {
      const { id: bookId } = await own.ok("create_price_book", { name: "Prezzario", description });
      const entries = Array.from({ length: 120 }, (_, n) => n + from).map((n) => ({
        code: `E${String(n).padStart(3, "0")}`,
        description: "Muratura in laterizio. ".repeat((n % 40) + 1),
        unit: "m²",
        price: from + 1,
      }));
      await own.ok("add_price_book_entries", { bookId, entries });
      return bookId;
    };
    const [bookId, otherBookId] = [await book(0), await book(60)];
    const client = await connect(own.key);
    await client.tools();
    let cuts: unknown[] = [];
    const readAll = async (tool: string, args: object): Promise<string[]> => {
      const codes: string[] = [];
      cuts = [];
      let cursor: unknown = null;
      do {
        const { structuredContent } = await client.call(tool, { ...args, ...(cursor ? { cursor } : {}) });
        const { entries = [], gone = [], new: added = [], changed = [], nextCursor } = structuredContent?.result ?? {};
        if (nextCursor) cuts.push(structuredContent?.cut);
        codes.push(...([entries, gone, added, changed].flat() as { code: string }[]).map(({ code }) => code));
        cursor = nextCursor;
      } while (cursor);
      expect(cuts).not.toEqual([]);
      for (const cut of cuts)
        expect(cut).toMatch(/^Only \d+ entries[^;]*; for the rest [^;]* nextCursor\.(?:$| Shortened: \/description )/);
      return codes.sort();
    };
    const codes = (count: number) => Array.from({ length: count }, (_, n) => `E${String(n).padStart(3, "0")}`);
    expect(await readAll("get_price_book", { bookId, limit: 200 })).toEqual(codes(120));
    expect(await readAll("compare_price_books", { bookId, otherBookId })).toEqual(codes(180));
    // What else there is in the answer is cut, so that no call is needed for each entry.
    const described = await book(0, "Prezzi di mercato. ".repeat(5_000));
    expect(await readAll("get_price_book", { bookId: described, limit: 200 })).toEqual(codes(120));
    expect(cuts.length).toBeLessThan(15);
    const { id: empty } = await own.ok("create_price_book", {
      name: "Prezzario",
      description: "Vuoto. ".repeat(10_000),
    });
    const { structuredContent: shown } = await client.call("get_price_book", { bookId: empty });
    expect(shown?.cut).toMatch(/^Shortened: \/description /);
  });

  it("cuts a record's longest parts, and says where the rest is", async () => {
    const client = await connect(org.key);
    await client.tools();
    const lineItems = Array.from({ length: 3_000 }, (_, n) => ({ desc: `Voce ${n}`, unit: "cad", qty: 1, price: n }));
    const made = await client.call("create_document", { title: "Lungo", body: "è ".repeat(60_000) });
    expect(tokens(made)).toBeLessThan(25_000);
    expect(made.structuredContent?.result.title).toBe("Lungo");
    expect(made.structuredContent?.cut).toMatch(
      /\/body has only the first \d+ of 120000 characters.*carried out in full.*, or with an API key over REST\.$/,
    );
    const docId = made.structuredContent?.result.id;
    const changed = await client.call("update_document", { docId, body: "breve", lineItems });
    expect(changed.structuredContent?.cut).toMatch(/\/lineItems has only the first \d+ of 3000 entries/);
    const read = await client.call("get_document", { docId });
    expect(tokens(read)).toBeLessThan(25_000);
    expect(read.structuredContent?.cut).toContain(
      "For the rest use render_document with revision null, then read_file;",
    );
    // An app's token is refused there.
    expect(read.structuredContent?.cut).toMatch(/with an API key REST returns .*\/api\/rest\/actions\/get_document/);
    expect((await org.ok("get_document", { docId })).lineItems).toHaveLength(3_000);
  });

  it("cuts a bill of thousands of lines, computed whole", async () => {
    const project = await createProject(org);
    const client = await connect(org.key);
    await client.tools();
    const bill = await client.call("create_bill_of_quantities", { projectId: project.id, name: "Computo" });
    const children = Array.from({ length: 4_000 }, (_, n) => ({ type: "line", desc: `Voce ${n}`, qty: 1, price: 1 }));
    const saved = await client.call("save_bill_of_quantities_lines", {
      computoId: bill.structuredContent?.result.id,
      lines: [{ type: "section", title: "Opere", children }],
    });
    expect(tokens(saved)).toBeLessThan(25_000);
    expect(saved.structuredContent?.result).toMatchObject({ total: 4_000, lineCount: 4_000 });
    expect(saved.structuredContent?.cut).toMatch(
      /\/nodes shows only a part of the bill, marked \$cut: never save it back/,
    );
    // No argument of a comparison asks for a part of its lines.
    const compared = await client.call("compare_quotes", { computoId: bill.structuredContent?.result.id });
    expect(tokens(compared)).toBeLessThan(25_000);
    expect(compared.structuredContent?.cut).toContain(
      "For the rest use export_quote_comparison with format xlsx, then read_file;",
    );
  });

  it("gives the newest messages of a long thread, and then those before them", async () => {
    const own = await organization(api);
    const { thread } = await own.ok("send_message", { to: "maria@cliente.test", body: "0" });
    const body = " Le misure del cantiere, come d'accordo.".repeat(60);
    for (let n = 1; n <= 30; n++) await own.ok("send_message", { threadId: thread.id, body: n + body });
    const client = await connect(own.key);
    await client.tools();
    const seen: { id: string; body: string }[] = [];
    do {
      const beforeMessageId = seen[0]?.id;
      const answer = await client.call("get_thread", {
        threadId: thread.id,
        ...(beforeMessageId && { beforeMessageId }),
      });
      expect(tokens(answer)).toBeLessThan(25_000);
      const { messages = [] } = (answer.structuredContent?.result ?? {}) as { messages?: typeof seen };
      expect(messages).not.toEqual([]);
      seen.unshift(...messages);
    } while (seen.length < 31);
    expect(seen.map(({ body }) => Number.parseInt(body, 10))).toEqual(Array.from({ length: 31 }, (_, n) => n));
  });

  describe.each(["SDK 2, 2026-07-28", "SDK 1"] as const)("a client of %s that was shown a part of a bill", (kind) => {
    it("can't save it as the whole, and reads the rest part by part", async () => {
      const project = await createProject(org);
      const bill = await org.ok("create_bill_of_quantities", { projectId: project.id, name: "Computo" });
      const computoId = bill.id;
      const titles = Array.from({ length: 200 }, (_, n) => `Capitolo ${n}`);
      const desc = "Muratura in blocchi di laterizio, compresi ponteggi e ogni altro onere. ".repeat(5);
      await org.ok("save_bill_of_quantities_lines", {
        computoId,
        lines: titles.map((title, n) => ({
          type: "section",
          title,
          children: [0, 1, 2].map((m) => ({ type: "line", desc: `${n}.${m} ${desc}`, unit: "m³", qty: 2, price: 100 })),
        })),
      });
      const client = await connect(org.key, kind);
      await client.tools();
      type Node = { type: string; title?: string; computed: Record<string, number>; children?: Node[]; $cut?: string };
      const read = async (part: object = {}) => {
        const answer = await client.call("get_bill_of_quantities", { computoId, ...part });
        expect(tokens(answer)).toBeLessThan(25_000);
        return answer.structuredContent?.result.nodes as Node[];
      };
      const nodes = await read();
      expect(nodes.map(({ title }) => title)).toEqual(titles);
      expect(nodes.every(({ $cut }) => $cut)).toBe(true);

      for (const lines of [nodes, nodes.slice(0, 1), nodes.slice(-1)]) {
        const answer = await client.call("save_bill_of_quantities_lines", { computoId, lines });
        expect(answer.isError).toBe(true);
        expect(textOf(answer)).toMatch(/^invalid_input: \/lines\/0\/\$cut: .*update_bill_line, insert_bill_lines/);
      }
      expect(await org.ok("get_bill_of_quantities", { computoId })).toMatchObject({ total: 120_000, lineCount: 600 });

      const [section] = await read({ section: ["Capitolo 137"] });
      expect(section?.children?.map(({ computed }) => computed.index)).toEqual([411, 412, 413]);
      const indexesOf = (part: Node[]): number[] =>
        part.flatMap(({ type, computed, children }) =>
          type === "line" ? [computed.index as number] : indexesOf(children ?? []),
        );
      const seen: number[] = [];
      while (seen.length < 600) {
        const part = indexesOf(await read({ fromLine: seen.length }));
        expect(part.length).toBeGreaterThan(20);
        seen.push(...part);
      }
      expect(seen).toEqual(Array.from({ length: 600 }, (_, n) => n));
      const changed = await client.call("update_bill_line", { computoId, index: 411, qty: 3 });
      expect(changed.structuredContent?.result).toMatchObject({ total: 120_100, line: { computed: { quantity: 3 } } });
    });
  });
});
