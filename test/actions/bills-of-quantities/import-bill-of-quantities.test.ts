import { readFileSync } from "node:fs";
import { describe, expect, it, jest } from "@jest/globals";
import { OctetString } from "asn1js";
import { ContentInfo, EncapsulatedContentInfo, SignedData } from "pkijs";
import type { FileSource } from "../../../src/domain/files.js";
import { startApi } from "../../support/caller.js";
import { createProject, organization, storeFile, type TestRecord } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
const project = forAllTests(() => org.ok("create_project", { name: "Ristrutturazione" }));

const sample = readFileSync(new URL("../../../docs/samples/computo-sintetico.xpwe", import.meta.url));

const store = (name: string, content: Buffer, fields: { projectId?: string; source?: FileSource } = {}) =>
  storeFile(org, name, { content, contentType: "application/octet-stream", source: "upload", ...fields });

/** As CAdES wraps it; nobody's signature is checked here. */
function signed(content: Buffer): Buffer {
  const eContent = new OctetString({ valueHex: content });
  const encapContentInfo = new EncapsulatedContentInfo({ eContentType: ContentInfo.DATA, eContent });
  const data = new SignedData({ version: 1, encapContentInfo, signerInfos: [] }).toSchema(true);
  const info = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: data });
  return Buffer.from(info.toSchema().toBER());
}

const imported = (body: object, key?: string) =>
  org.ok<{ bill: TestRecord | null; report: TestRecord }>(
    "import_bill_of_quantities",
    { projectId: project.id, ...body },
    key,
  );

describe("import_bill_of_quantities", () => {
  it("makes a bill of the sample, to the cent what its file says", async () => {
    const { bill, report } = await imported({ fileId: await store("computo.xpwe", sample) });
    expect(report).toEqual({
      format: "xpwe",
      lines: 6,
      sections: 3,
      measurements: 15,
      totalInFile: 3858.45,
      total: 3858.45,
      difference: 0,
      warnings: [],
    });
    expect(bill).toMatchObject({ name: "Ristrutturazione di edificio di prova", total: 3858.45, lineCount: 6 });
    expect(await org.ok("get_bill_of_quantities", { computoId: bill?.id })).toMatchObject({ total: 3858.45 });
  });

  it("makes a bill that can be saved as it is got, whatever the length of its titles", async () => {
    const title = "Opere di demolizione e rimozione ".repeat(20).trim();
    const table = `Codice;Descrizione;U.M.;Quantità;Prezzo\n;${title};;;\nA.1;Scavo;mc;2;10\n`;
    const { bill } = await imported({ fileId: await store("computo.csv", Buffer.from(table)) });
    const { nodes } = await org.ok("get_bill_of_quantities", { computoId: bill?.id });
    const saved = await org.ok("save_bill_of_quantities_lines", { computoId: bill?.id, lines: nodes });
    expect(saved.nodes).toMatchObject([{ desc: title, children: [{ code: "A.1" }] }]);
  });

  it("takes the columns of a table by hand, under the names that its refusal says", async () => {
    const fileId = await store("computo.csv", Buffer.from("Sigla;Cosa;Misure;Tanti;Valore\nX1;Muro;mq;12,5;2,00\n"));
    const refusal = await org.call("import_bill_of_quantities", { projectId: project.id, fileId });
    expect(refusal).toMatchObject({ code: "unprocessable", detail: expect.stringContaining('"price":"J"') });
    const unknown = { projectId: project.id, fileId, columns: { prezzo: "E" } };
    const { status, errors } = await org.call("import_bill_of_quantities", unknown);
    expect([status, errors[0]?.pointer]).toEqual([400, "/columns/prezzo"]);
    expect(errors[0]?.detail).toMatch(/these are: number, code, description, .* price, /);
    const columns = { code: "A", description: "Cosa", unit: "C", quantity: "D", price: "E" };
    const { bill } = await imported({ fileId, columns });
    expect(bill).toMatchObject({ total: 25, nodes: [{ code: "X1", desc: "Muro", unit: "mq", price: 2 }] });
  });

  it("stores nothing in a preview", async () => {
    const fileId = await store("computo.xpwe", sample);
    const before = await org.ok<{ items: unknown[] }>("list_bills_of_quantities", { projectId: project.id });
    const { bill, report } = await imported({ fileId, preview: true });
    expect([bill, report.total]).toEqual([null, 3858.45]);
    expect(await org.ok("list_bills_of_quantities", { projectId: project.id })).toEqual(before);
  });

  it("warns of a bill that came of the same file before, in the preview too, who may see it", async () => {
    const { id: projectId } = await org.ok("create_project", { name: "Palestra" });
    const editor = await org.keyWith("bills_of_quantities:edit", "documents:view", "projects:view");
    const warnings = async (body: object, key?: string) =>
      (await org.ok<{ warnings?: TestRecord[] }>("import_bill_of_quantities", { projectId, ...body }, key)).warnings;
    const fileId = await store("computo.xpwe", sample);
    expect(await warnings({ fileId, preview: true })).toBeUndefined();
    const { bill } = await imported({ projectId, fileId, name: "Lotto 1" });
    const duplicate = {
      code: "duplicate",
      pointer: "/fileId",
      detail: expect.stringContaining(`"Lotto 1" (${bill?.id})`),
    };
    expect(await warnings({ fileId, preview: true })).toMatchObject([duplicate]);
    expect(await warnings({ fileId, preview: true }, editor)).toBeUndefined();
    expect(await warnings({ fileId })).toMatchObject([duplicate]);
    const other = Buffer.from(sample.toString().replace("<Prezzo1>", "<Prezzo1>1"));
    expect(await warnings({ fileId: await store("altro.xpwe", other), preview: true })).toBeUndefined();
  });

  it("calls the bill as asked, else as the file calls it, else as the file is called", async () => {
    const untitled = Buffer.from(sample.toString().replace(/<Oggetto>[^<]*<\/Oggetto>/, "<Oggetto/>"));
    const given = await imported({ fileId: await store("a.xpwe", sample), name: " Lotto 1 " });
    const named = await imported({ fileId: await store("Palestra comunale.v2.xpwe", untitled) });
    const slashed = await imported({ fileId: await store("Lotto 1/2.xpwe", untitled) });
    const unseen = Buffer.from(untitled.toString().replace("<Oggetto/>", "<Oggetto>\u034f \u200b</Oggetto>"));
    const unseenly = await imported({ fileId: await store("Scuola.xpwe", unseen) });
    expect([given, named, slashed, unseenly].map(({ bill }) => bill?.name)).toEqual([
      "Lotto 1",
      "Palestra comunale.v2",
      "Lotto 1/2",
      "Scuola",
    ]);
  });

  it("reads by content, whatever the name says", async () => {
    const { report } = await imported({ fileId: await store("foto.jpg", sample), preview: true });
    expect(report.format).toBe("xpwe");
  });

  it("reads what is signed, once or twice, as offers come", async () => {
    const once = signed(sample);
    const name = "Offerta.xpwe.p7m";
    for (const content of [once, signed(once), Buffer.from(once.toString("base64"))])
      expect((await imported({ fileId: await store(name, content), preview: true })).report).toMatchObject({
        total: 3858.45,
      });
    const untitled = Buffer.from(sample.toString().replace(/<Oggetto>[^<]*<\/Oggetto>/, "<Oggetto/>"));
    const { bill } = await imported({ fileId: await store(name, signed(untitled)) });
    expect(bill?.name).toBe("Offerta");
  });

  it.each([
    ["a document type", `<!DOCTYPE a [<!ENTITY b "c">]><PweDocumento>&b;</PweDocumento>`, /DOCTYPE/],
    ["other XML", "<html><body/></html>", /XPWE.*SIX.*XLSX.*CSV/],
    [
      "a picture",
      Buffer.from("89504e470d0a1a0a0000000d49484452", "hex").toString("latin1"),
      /picture.*What can be read/,
    ],
    ["a program's own file", Buffer.from("d0cf11e0a1b11ae10000000000000000", "hex").toString("latin1"), /XPWE/],
    ["a PDF", "%PDF-1.7\n", /PDF.*XLSX or CSV/],
    ["a signed file", "0\x82\xaa\xbb", /p7m.*take the file out/],
    ["a price list", "<PweDocumento><EPItem ID='1'><Tariffa>A</Tariffa></EPItem></PweDocumento>", /import_price_book/],
  ])("refuses %s, and says what to do", async (_, content, said) => {
    const fileId = await store("computo.xpwe", Buffer.from(content, "latin1"));
    const { status, code, detail } = await org.call("import_bill_of_quantities", { projectId: project.id, fileId });
    expect([status, code]).toEqual([422, "unprocessable"]);
    expect(detail).toMatch(said);
  });

  it("keeps what comes before the place where a file breaks off", async () => {
    const broken = sample.subarray(0, sample.indexOf('<VCItem ID="12"'));
    const { report } = await imported({ fileId: await store("a.xpwe", broken), preview: true });
    expect(report).toMatchObject({ lines: 4, warnings: [{ code: "truncated" }] });
  });

  it("shows 200 warnings, and how many more there are", async () => {
    const row = "<RGItem><Lunghezza>due</Lunghezza></RGItem>";
    const xml = `<PweDocumento><EPItem ID="2"/><VCItem ID="2"><IDEP>2</IDEP>${row.repeat(250)}</VCItem></PweDocumento>`;
    const { report } = await imported({ fileId: await store("a.xpwe", Buffer.from(xml)), preview: true });
    expect(report.warnings).toHaveLength(201);
    expect(report.warnings[200]).toMatchObject({ code: "more_warnings", detail: "and 50 more warnings" });
  });

  it("takes a file that came by mail only from who sees the inbox", async () => {
    const fileId = await store("a.xpwe", sample, { source: "incoming" });
    const key = await org.keyWith(
      "bills_of_quantities:edit",
      "bills_of_quantities:view",
      "documents:view",
      "projects:view",
    );
    const body = { projectId: project.id, fileId, preview: true };
    expect((await org.call("import_bill_of_quantities", body, key)).status).toBe(404);
    expect((await org.call("import_bill_of_quantities", body)).status).toBe(200);
  });

  it("is for guests with an editor's share of the project, and with files that they see", async () => {
    const guest = await org.member("guest");
    const inProject = await store("a.xpwe", sample, { projectId: project.id });
    const elsewhere = await store("b.xpwe", sample);
    const call = (fileId: string) =>
      org.call("import_bill_of_quantities", { projectId: project.id, fileId, preview: true }, guest.key);
    expect((await call(inProject)).status).toBe(403);
    await org.ok("share_project", { projectId: project.id, userId: guest.userId, role: "editor" });
    expect((await call(inProject)).status).toBe(200);
    expect((await call(elsewhere)).status).toBe(404);
  });

  it.each<[string, number, string]>([
    ["whose key is revoked", 503, "update api_key set revoked_at = now() where user_id = $1"],
    ["who may only read now", 503, "update membership set role = 'viewer' where user_id = $1"],
    [
      "whose share of the project is taken",
      404,
      "delete from project_share where user_id = $1 and project_id = (select max(id::text)::uuid from project)",
    ],
  ])("stores nothing of who, while the file is read, becomes one %s", async (_, status, loss) => {
    const importer = await org.member(status === 404 ? "guest" : "member");
    const target = await createProject(org);
    for (const { id: projectId } of [project, target])
      await org.ok("share_project", { projectId, userId: importer.userId, role: "editor" });
    const fileId = await store("a.xpwe", sample, { projectId: project.id });
    const { files } = api.app;
    const reading = jest.spyOn(files, "read").mockImplementationOnce(async (...which) => {
      await api.pool.query(loss, [importer.userId]);
      return files.read(...which);
    });
    const body = { projectId: target.id, fileId };
    expect((await org.call("import_bill_of_quantities", body, importer.key)).status).toBe(status);
    reading.mockRestore();
    expect(await org.ok("list_bills_of_quantities", { projectId: target.id })).toMatchObject({ items: [] });
  });

  it("imports once under one idempotency key", async () => {
    const fileId = await store("a.xpwe", sample);
    const body = { projectId: project.id, fileId };
    const headers = { "idempotency-key": "import-1" };
    const first = await api.call<{ bill: TestRecord }>("import_bill_of_quantities", body, org.key, headers);
    const again = await api.call<{ bill: TestRecord }>("import_bill_of_quantities", body, org.key, headers);
    expect(again.result.bill.id).toBe(first.result.bill.id);
  });
});

describe("columns named by hand", () => {
  const table = Buffer.from("Sigla;Cosa;Misure;Tanti;Valore;Valore\nX1;Muro;mq;12,5;2,00;3,00\n");
  const columns = { code: "A", description: "Cosa", unit: "c", quantity: "tanti", price: "F" };

  it("by letters and headings say what comes in, in the preview as in the import", async () => {
    const fileId = await store("misure.csv", table);
    const preview = await imported({ fileId, columns, preview: true });
    const { bill, report } = await imported({ fileId, columns });
    expect(preview).toEqual({ bill: null, report });
    expect([report.lines, report.total, bill?.total]).toEqual([1, 37.5, 37.5]);
    expect(bill?.nodes).toMatchObject([{ code: "X1", desc: "Muro", unit: "mq", qty: 12.5, price: 3 }]);
  });

  it.each([
    [{ unitPrice: "F" }, 400, "/columns/unitPrice", /these are: number, code, .* price, /],
    [{ price: "Valore" }, 422, undefined, /several are "Valore". Give the letter of one: E, F/],
    [{ price: "Prezzo" }, 422, undefined, /one of the headings: sigla, cosa, misure, tanti, valore/],
  ])("%j are refused with what can be named", async (others, status, pointer, words) => {
    const fileId = await store("misure.csv", table);
    const body = { projectId: project.id, fileId, columns: { ...columns, ...others } };
    const refused = await org.call("import_bill_of_quantities", body);
    expect([refused.status, refused.errors?.[0]?.pointer]).toEqual([status, pointer]);
    expect(refused.errors?.[0]?.detail ?? refused.detail).toMatch(words);
  });
});
