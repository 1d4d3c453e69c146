import { expect, it } from "@jest/globals";
import pino from "pino";
import { createBillReader } from "../../src/api/readers/bill-reader.js";
import { readInThread } from "../../src/api/readers/read-in-thread.js";
import { type BillNode, computeBill } from "../../src/domain/bill/bill.js";
import type { Caller } from "../../src/domain/permissions.js";
import { billTable } from "../../src/formats/bills/table/write-table.js";
import { writeCsv } from "../../src/formats/spreadsheets/write-csv.js";

const line = (at: number): BillNode => ({
  type: "line",
  code: `TOS25_01.A${at}`,
  desc: `Muratura in laterizio alveolato, eseguita a regola d'arte, compreso ogni onere e magistero, tipo ${at}`,
  unit: "m²",
  price: (at % 20_000) / 100 + 1,
  measurements: [
    { desc: `parete nord ${at}`, count: 2, length: 12.4 + (at % 100) / 100, width: 0.3, height: 2.7 },
    { desc: "piano primo", length: 3.2, height: 2.7 },
    { desc: "a dedurre porta", count: -1, length: 0.9, height: 2.1 },
  ],
});
const section = (at: number): BillNode => ({
  type: "section",
  title: `Categoria ${at}`,
  children: Array.from({ length: 100 }, (_, n) => line(100 * at + n)),
});

it("an export of nearly as many lines as a bill may have is read in the memory that a file may take", async () => {
  const nodes = Array.from({ length: 490 }, (_, at) => section(at));
  const bill = { name: "Lungo", quantityDecimals: null, ...computeBill(nodes) };
  const bytes = Buffer.from(await writeCsv(billTable(bill, { prices: true })));
  // Its time depends on what else the machine does.
  const patiently: typeof readInThread = (kind, content, call, limits, ...others) =>
    readInThread(kind, content, call, { ...limits, timeMs: 600_000 }, ...others);
  const files = { read: async () => Buffer.from(Uint8Array.from(bytes).buffer) };
  const read = createBillReader(files, { MAX_FILE_MB: 50 }, pino({ level: "silent" }), undefined, patiently);
  const file = { id: "c", sizeBytes: bytes.length } as Parameters<typeof read>[1];
  const { nodes: again, measurements } = await read({ organizationId: "a", userId: "b" } as Caller, file, {});
  expect([measurements, computeBill(again).total]).toEqual([147_000, bill.total]);
});
