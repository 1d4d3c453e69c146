import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { pageTexts } from "../../activities/pdf/sample.js";
import { sharedBill } from "../../support/bills.js";
import { createBill, createProject, organization, type TestRecord } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { uploadList } from "../../support/price-list.js";
import { startWorkingApi } from "../../support/working-api.js";

const api = forAllTests(() => startWorkingApi({ atOwnAddress: true }));
const org = forAllTests(() => organization(api, "Studio Rossi"));
let projectId: string;

beforeAll(async () => {
  projectId = (await createProject(org)).id;
});

interface Imported {
  bill: TestRecord;
  report: TestRecord;
}
async function imported(name: string, content: Buffer<ArrayBuffer>): Promise<Imported> {
  const fileId = await uploadList(api, org, content, { name });
  return org.ok<Imported>("import_bill_of_quantities", { projectId, fileId });
}

async function exported(computoId: string, fields: object): Promise<Buffer<ArrayBuffer>> {
  const { url } = await org.ok("export_bill_of_quantities", { computoId, ...fields });
  return Buffer.from(await (await fetch(url)).arrayBuffer());
}

const shown = (computoId: string) => org.ok("get_bill_of_quantities", { computoId });

/** What of a bill must come back: all but who made it when. */
async function contentOf(computoId: string) {
  const { nodes, total, computed, lineCount, quantityDecimals } = await shown(computoId);
  return { nodes, total, computed, lineCount, quantityDecimals };
}

describe.each([
  ["xpwe", 1],
  ["xlsx", 2],
  ["csv", 3],
])("a bill exported as %s and imported again", (format, seed) => {
  // Many more bills: test/formats/bills.
  it("is the same, field by field", async () => {
    const { id: computoId } = await createBill(org, { projectId, name: "Computo" }, sharedBill(seed));
    // Of expressions the formats keep the values too, so the bill is compared as its first import has it.
    const first = await imported("Computo", await exported(computoId, { format }));
    const second = await imported("Computo", await exported(first.bill.id, { format }));
    const { total, computed } = await shown(computoId);
    expect([first.bill.total, first.bill.computed, first.report.warnings]).toEqual([total, computed, []]);
    expect(await contentOf(second.bill.id)).toEqual(await contentOf(first.bill.id));
  }, 60_000);

  it("has the sample's labour and safety", async () => {
    const sample = readFileSync(new URL("../../../docs/samples/computo-sintetico.xpwe", import.meta.url));
    const first = await imported("a.xpwe", sample);
    const again = await imported("a", await exported(first.bill.id, { format }));
    expect(again.report).toMatchObject({ totalInFile: 3858.45, total: 3858.45, difference: 0, warnings: [] });
    expect(again.bill.computed).toEqual({ labour: 1694.74, safety: 250 });
  });
});

describe("a bill stored before the names of further properties had a meaning", () => {
  const rows = [
    { desc: "a", count: 2, length: 3, kind: "parete" },
    { desc: "b", count: 1, negative: "no", sameAs: "parete nord" },
    { desc: "c", count: 4, lengthExpression: 7, computed: null },
    { desc: "d", count: 5, kind: "note", negative: true, sameAs: null },
  ];
  const line = {
    ...{ type: "line", desc: "Muro", unit: "m", price: 10, labourPct: "metà", safety: "sì", safetyPct: [1] },
    ...{ measurements: rows, computed: { index: 0, quantity: 16, unitPrice: 10, amount: 160 } },
  };

  async function stored(): Promise<string> {
    const { id: computoId } = await org.ok("create_bill_of_quantities", { projectId, name: "Vecchio" });
    await api.pool.query(
      "update bill_of_quantities set nodes = $2, total = 160, line_count = 1, version = version + 1 where id = $1",
      [computoId, JSON.stringify([line])],
    );
    return computoId;
  }

  it("is shown as it was stored", async () => {
    expect(await shown(await stored())).toMatchObject({ nodes: [line], total: 160 });
  });

  it.each(["xpwe", "xlsx", "csv"])("goes to %s with the figures that it had", async (format) => {
    const { bill, report } = await imported("a", await exported(await stored(), { format }));
    expect([bill.total, report.totalInFile, report.warnings]).toEqual([160, 160, []]);
    expect(bill.nodes).toMatchObject([{ measurements: [{}, {}, {}, {}], computed: { quantity: 16 } }]);
  });

  it.each(["estimate", "quantities", "prices", "labour"])("is printed as %s", async (document) => {
    const text = (await pageTexts(await exported(await stored(), { format: "pdf", document }))).join(" ");
    expect([text.includes("Muro"), /NaN|undefined|null/.test(text)]).toEqual([true, false]);
  });

  it("is edited", async () => {
    const computoId = await stored();
    await org.ok("update_bill_line", { computoId, index: 0, price: 20 });
    await org.ok("insert_bill_lines", { computoId, before: 0, lines: [{ desc: "Tetto", qty: 1, price: 1 }] });
    expect(await shown(computoId)).toMatchObject({ lineCount: 2 });
    expect((await exported(computoId, { format: "pdf" })).subarray(0, 4).toString()).toBe("%PDF");
  });
});
