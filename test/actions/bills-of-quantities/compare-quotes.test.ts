import { beforeEach, describe, expect, it } from "@jest/globals";
import { wholeDay } from "../../../src/domain/calendar/time.js";
import { startApi } from "../../support/caller.js";
import {
  createBill,
  createContact,
  createGuest,
  createProject,
  organization,
  type TestRecord,
  unknownId,
} from "../../support/factories.js";
import { forAllTests, forEachTest } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
const project = forEachTest(() => createProject(org));
let computoId: string;
let own: TestRecord;
let other: TestRecord;

const voce = (desc: string, price: number) => ({ type: "line", desc, unit: "m²", qty: 10, price });
const compare = (fields: object = {}, key?: string): Promise<TestRecord> =>
  org.ok("compare_quotes", { computoId, ...fields }, key);
beforeEach(async () => {
  computoId = (
    await createBill(org, { projectId: project.id, name: "Computo" }, [
      { type: "section", title: "Opere", children: [voce("Scavo", 10), voce("Getto", 20)] },
      voce("Intonaco", 30),
    ])
  ).id;
  own = await org.ok("draft_quote_from_bill_of_quantities", { computoId });
  const contact = await createContact(org, { name: "Mario Rossi", company: "Edilizia Rossi S.r.l." });
  const { id: docId } = await org.ok("create_document", {
    title: "Offerta Rossi",
    projectId: project.id,
    contactId: contact.id,
  });
  const lineItems = [
    { desc: "Scavi", unit: "m²", qty: 10, price: 8 },
    { desc: "Getti", unit: "m²", qty: 10, price: 25 },
    { desc: "Trasferta", unit: "corpo", qty: 1, price: 99 },
  ];
  other = await org.ok("update_document", { docId, lineItems });
  for (const line of [0, 1])
    await org.ok("link_quote_line", { computoId, docId, computoLineIndex: line, docLineIndex: line });
});

describe("compare_quotes", () => {
  it("compares all linked quotes of a bill", async () => {
    const { quotes, lines, ...rest } = await compare();
    expect(quotes).toEqual([
      { docId: own.id, title: "Computo", contact: null, coveredTotal: 600, total: 600, lumpSum: false },
      {
        docId: other.id,
        title: "Offerta Rossi",
        contact: { id: expect.any(String), name: "Mario Rossi" },
        coveredTotal: 330,
        total: 429,
        lumpSum: false,
      },
    ]);
    expect(lines.map(({ desc, lowest, spreadPct }: TestRecord) => [desc, lowest, spreadPct])).toEqual([
      ["Scavo", other.id, 25],
      ["Getto", own.id, 25],
      ["Intonaco", own.id, null],
    ]);
    expect(lines[0].offers[1]).toEqual({
      docId: other.id,
      docLineIndex: 0,
      unitPrice: 8,
      quantity: 10,
      amount: 80,
      stale: false,
    });
    expect(rest).toEqual({
      computoId,
      uncovered: [],
      coveredTwice: [],
      comparableTotal: [
        { docId: own.id, total: 300 },
        { docId: other.id, total: 330 },
      ],
      omitted: [],
    });
  });

  it("compares only the quotes that are named, in their order", async () => {
    const named = async (...docIds: string[]) =>
      (await compare({ docIds })).quotes.map(({ docId }: TestRecord) => docId);
    expect(await named(other.id, own.id, other.id)).toEqual([other.id, own.id]);
    const { uncovered } = await compare({ docIds: [other.id] });
    expect(uncovered).toEqual([2]);
  });

  it("says of a quote that it can't be taken any more, since its offers are compared all the same", async () => {
    const lost = async () => (await compare()).quotes.map(({ status }: TestRecord) => status);
    expect(await lost()).toEqual([undefined, undefined]);
    await org.ok("set_document_status", { docId: other.id, status: "declined" });
    expect(await lost()).toEqual([undefined, "declined"]);
    await org.ok("set_document_status", { docId: own.id, status: "expired" });
    expect(await lost()).toEqual(["expired", "declined"]);
    await org.ok("set_document_status", { docId: own.id, status: "accepted" });
    expect(await lost()).toEqual([undefined, "declined"]);
  });

  it("says the same of an offer whose last day is over, though nobody has set its status", async () => {
    const statusUntil = async (validUntil: string) => {
      await org.ok("update_document", { docId: other.id, validUntil });
      return (await compare()).quotes[1].status;
    };
    const today = wholeDay(new Date(), "Europe/Rome");
    for (const during of [today, new Date().toISOString()]) expect(await statusUntil(during)).toBeUndefined();
    expect(await statusUntil("2026-01-31")).toBe("expired");
    await org.ok("set_document_status", { docId: other.id, status: "accepted" });
    expect((await compare()).quotes[1].status).toBeUndefined();
  });

  it("names offers whose link is stale", async () => {
    await org.ok("update_bill_line", { computoId, index: 0, price: 11 });
    const { lines } = await compare();
    expect(lines[0].offers.map(({ stale }: TestRecord) => stale)).toEqual([true, true]);
    expect(lines[1].offers.map(({ stale }: TestRecord) => stale)).toEqual([false, false]);
  });

  it("tells a lump sum apart", async () => {
    const { id: docId } = await org.ok("create_document", { title: "A corpo", projectId: project.id });
    await org.ok("update_document", { docId, lineItems: [{ desc: "Tutto", unit: "corpo", qty: 1, price: 500 }] });
    await org.ok("link_quote_line", { computoId, docId, computoLineIndex: null, docLineIndex: null });
    const { quotes, comparableTotal } = await compare();
    expect(quotes[2]).toMatchObject({ docId, lumpSum: true, coveredTotal: 500, total: 500 });
    expect(comparableTotal).toHaveLength(2);
  });

  it("refuses what can't be compared, and says why", async () => {
    const { id: unlinked } = await org.ok("create_document", { title: "Altra" });
    const { id: letter } = await org.ok("create_document", { title: "Lettera", kind: "letter" });
    const refused = (docIds: string[]) => org.call("compare_quotes", { computoId, docIds });
    expect(await refused([unlinked])).toMatchObject({ status: 422, detail: expect.stringContaining("isn't linked") });
    expect(await refused([letter])).toMatchObject({ status: 422, detail: expect.stringContaining("kind letter") });
    expect(await refused([letter, unknownId])).toMatchObject({
      status: 404,
      detail: expect.stringContaining(unknownId),
    });
    expect(await refused([own.id, unknownId])).toMatchObject({ status: 404 });
    expect((await refused([])).status).toBe(400);
  });

  it("takes no quote of another organization", async () => {
    const foreign = await organization(api);
    const { id: docId } = await foreign.ok("create_document", { title: "Altrui" });
    expect((await org.call("compare_quotes", { computoId, docIds: [docId] })).status).toBe(404);
    expect((await foreign.call("compare_quotes", { computoId })).status).toBe(404);
  });

  it("shows a guest only the quotes within the shares", async () => {
    const { id: docId } = await org.ok("create_document", { title: "Riservata" });
    await org.ok("update_document", { docId, lineItems: [{ desc: "Scavo", unit: "m²", qty: 10, price: 1 }] });
    await org.ok("link_quote_line", { computoId, docId, computoLineIndex: 0, docLineIndex: 0 });
    const guest = await createGuest(org, project.id, "viewer");
    expect((await compare()).quotes).toHaveLength(3);
    const { quotes, lines } = await compare({}, guest.key);
    expect(quotes.map(({ title }: TestRecord) => title)).toEqual(["Computo", "Offerta Rossi"]);
    expect(lines[0].lowest).toBe(other.id);
    expect((await org.call("compare_quotes", { computoId, docIds: [docId] }, guest.key)).status).toBe(404);
    const stranger = await createGuest(org, (await createProject(org)).id, "viewer");
    expect((await org.call("compare_quotes", { computoId }, stranger.key)).status).toBe(404);
  });

  it("tells a key without documents:view nothing of any quote", async () => {
    const key = await org.keyWith("bills_of_quantities:view");
    const answer = await compare({}, key);
    expect(answer).toMatchObject({ quotes: [], uncovered: [], coveredTwice: [], comparableTotal: [] });
    expect(answer.lines.map(({ offers, lowest, spreadPct }: TestRecord) => [offers, lowest, spreadPct])).toEqual(
      Array.from({ length: 3 }, () => [[], null, null]),
    );
    expect(answer.omitted).toEqual(expect.arrayContaining(["quotes", "lines.offers", "lines.lowest", "uncovered"]));
  });
});
