import { describe, expect, it } from "@jest/globals";
import pino from "pino";
import { createBillReader } from "../../../src/api/readers/bill-reader.js";
import { TooMuchHere } from "../../../src/db/reading.js";
import type { Caller } from "../../../src/domain/permissions.js";
import { xlsx } from "../../formats/texts/files.js";

const log = pino({ level: "silent" });
const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const headings = `<row>${["Tariffa", "Descrizione", "U.M.", "Quantità", "Prezzo unitario"].map(cell).join("")}</row>`;

/** What becomes of a file that is read where answers may have so many characters. */
function read(bytes: Buffer, most?: number, sizeBytes = bytes.length) {
  const files = { read: async () => Buffer.from(Uint8Array.from(bytes).buffer) };
  const caller = { organizationId: "a", userId: "b" } as Caller;
  const file = { id: "c", sizeBytes } as Parameters<ReturnType<typeof createBillReader>>[1];
  return createBillReader(files, { MAX_FILE_MB: 50 }, log, most)(caller, file, {});
}

/** Lines that share one text of the workbook. */
const sharing = (text: string, count: number): Buffer => {
  const row = `<row>${cell("A")}<c t="s"><v>0</v></c>${cell("mq")}<c><v>1</v></c><c><v>2</v></c></row>`;
  return xlsx([{ rows: headings + row.repeat(count) }], {
    "xl/sharedStrings.xml": `<sst><si><t>${text}</t></si></sst>`,
  });
};

describe("a small file of a large bill", () => {
  const bytes = sharing("Muratura in mattoni", 3_000);

  it("is not answered beside other requests", async () => {
    expect(bytes.length).toBeLessThan(20_000);
    await expect(read(bytes, 128 * 1024)).rejects.toBeInstanceOf(TooMuchHere);
  });

  it("is answered in the lane", async () => {
    expect((await read(bytes)).nodes).toHaveLength(3_000);
  });

  it("is refused where one long text stands in all its lines", async () => {
    await expect(read(sharing("a".repeat(90_000), 600))).rejects.toMatchObject({ code: "too_large" });
  });
});

it("a file as large as our own export of the largest bill is read, whatever may be uploaded; no larger one", async () => {
  const bytes = sharing("Muratura", 1);
  expect((await read(bytes, undefined, 80_000_000)).nodes).toHaveLength(1);
  await expect(read(bytes, undefined, 105_000_000)).rejects.toMatchObject({
    code: "too_large",
    message: "The file has more than 100 MB. Split it, and import its parts.",
  });
});
