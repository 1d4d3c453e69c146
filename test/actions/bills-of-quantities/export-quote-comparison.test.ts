import { beforeEach, expect, it } from "@jest/globals";
import { pageTexts } from "../../activities/pdf/sample.js";
import { createBill, createGuest, createProject, organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { startWorkingApi } from "../../support/working-api.js";

const api = forAllTests(() => startWorkingApi({ atOwnAddress: true }));
const org = forAllTests(() => organization(api, "Studio Rossi"));
let projectId: string;
let computoId: string;
beforeEach(async () => {
  projectId = (await createProject(org)).id;
  const lines = [{ type: "line", desc: "Scavo", unit: "m³", qty: 2, price: 10 }];
  computoId = (await createBill(org, { projectId, name: "Villa" }, lines)).id;
});

const draft = () => org.ok("draft_quote_from_bill_of_quantities", { computoId });
const asked = (format: string, key?: string) => org.call("export_quote_comparison", { computoId, format }, key);

it.each([
  ["xlsx", "PK"],
  ["pdf", "%PDF"],
])("makes %s of the project, fetched at its address", async (format, beginning) => {
  await draft();
  const { file, url } = await org.ok("export_quote_comparison", { computoId, format });
  expect(file).toMatchObject({ name: `Confronto preventivi - Villa.${format}`, source: "export", projectId });
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
  expect(bytes.subarray(0, beginning.length).toString()).toBe(beginning);
});

it("gives the same file until a quote changes", async () => {
  const { id: docId } = await draft();
  const fileId = async () => (await org.ok("export_quote_comparison", { computoId, format: "xlsx" })).file.id;
  const first = await fileId();
  expect(await fileId()).toBe(first);
  await org.ok("update_document", { docId, discountPct: 5 });
  expect(await fileId()).not.toBe(first);
});

it("calls each builder's quote by who offers it, and the firm's own, which the client receives, by its title", async () => {
  const { id: clientContactId } = await org.ok("create_contact", { name: "Carla Verdi" });
  const { id: contactId } = await org.ok("create_contact", { name: "Impresa Neri" });
  await org.ok("update_project", { projectId, clientContactId });
  await org.ok("draft_quote_from_bill_of_quantities", {
    computoId,
    title: "Nostra offerta",
    contactId: clientContactId,
  });
  const theirs = await org.ok("draft_quote_from_bill_of_quantities", { computoId, title: "Loro offerta", contactId });
  const printed = async () => {
    const { url } = await org.ok("export_quote_comparison", { computoId, format: "pdf" });
    return (await pageTexts(Buffer.from(await (await fetch(url)).arrayBuffer()))).join(" ");
  };
  expect(await printed()).toMatch(/A – Nostra offerta B – Impresa Neri(?! \()/);
  await org.ok("update_document", { docId: theirs.id, validUntil: "2026-01-31" });
  expect(await printed()).toContain("B – Impresa Neri (scaduta)");
  await org.ok("set_document_status", { docId: theirs.id, status: "declined" });
  expect(await printed()).toContain("B – Impresa Neri (rifiutata)");
});

it("refuses a bill without quotes, and who may not view documents", async () => {
  expect(await asked("pdf")).toMatchObject({ status: 422, detail: expect.stringContaining("link_quote_line") });
  const key = await org.keyWith("bills_of_quantities:view");
  expect(await asked("pdf", key)).toMatchObject({ status: 403, detail: expect.stringContaining("documents:view") });
  expect((await asked("csv")).status).toBe(400);
});

it("refuses a PDF of more lines than the worker can set", async () => {
  const lines = Array.from({ length: 6_001 }, (_, n) => ({
    type: "line",
    desc: `Voce ${n}`,
    unit: "m",
    qty: 1,
    price: 1,
  }));
  const { id } = await createBill(org, { projectId, name: "Lungo" }, lines);
  await org.ok("draft_quote_from_bill_of_quantities", { computoId: id });
  const refused = await org.call("export_quote_comparison", { computoId: id, format: "pdf" });
  expect(refused).toMatchObject({ status: 422, detail: expect.stringContaining("6,001 lines and a quote") });
});

it("isn't found by a key that may view bills alone, though it knows the file's id", async () => {
  await draft();
  const { file } = await org.ok("export_quote_comparison", { computoId, format: "xlsx" });
  const key = await org.keyWith("bills_of_quantities:view");
  const answer = await fetch(`${api.url}/api/rest/files/${file.id}`, { headers: { Authorization: `Bearer ${key}` } });
  expect([403, 404]).toContain(answer.status);
});

it("stays out of the project, and so of its guests' sight, where a quote is of no project", async () => {
  await draft();
  const { id: docId } = await org.ok("create_document", { title: "Riservata" });
  await org.ok("update_document", { docId, lineItems: [{ desc: "Scavo", unit: "m³", qty: 2, price: 9 }] });
  await org.ok("link_quote_line", { computoId, docId, computoLineIndex: 0, docLineIndex: 0 });
  const { file } = await org.ok("export_quote_comparison", { computoId, format: "xlsx" });
  expect(file.projectId).toBeNull();
  const guest = await createGuest(org, projectId, "viewer");
  const own = await org.ok("export_quote_comparison", { computoId, format: "xlsx" }, guest.key);
  expect(own.file).toMatchObject({ projectId });
  expect(own.file.id).not.toBe(file.id);
});
