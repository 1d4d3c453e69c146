import { deflateSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import pino from "pino";
import { readInThread } from "../../../src/api/texts/read-in-thread.js";
import { pdf, xlsx } from "../../formats/texts/files.js";

const log = pino({ level: "silent" });
const file = (bytes: Buffer) => ({ bytes, name: "nota.txt", contentType: "text/plain" });
const limits = { timeMs: 60_000, heapMegabytes: 300, growthMegabytes: 1_000 };

describe("a file that is read in a thread", () => {
  it("has its text, and its bytes stay with the caller", async () => {
    const bytes = Buffer.from("perché");
    expect(await readInThread(file(bytes), limits, log)).toMatchObject({ kind: "text", text: "perché" });
    expect(bytes.toString()).toBe("perché");
  });

  it("is given up where it takes too long", async () => {
    const { kind, warnings } = await readInThread(file(Buffer.from("a")), { ...limits, timeMs: 1 }, log);
    expect([kind, warnings.map(({ code }) => code)]).toEqual(["none", ["too_slow"]]);
  });

  it("is given up where it takes too much memory, and harms nothing else", async () => {
    const rows = Array.from({ length: 100_000 }, (_, n) => `<si><t>${n} una voce del prezzario</t></si>`);
    const large = xlsx([{ rows: "" }], { "xl/sharedStrings.xml": `<sst>${rows.join("")}</sst>` });
    const { kind, warnings } = await readInThread(file(large), { ...limits, heapMegabytes: 12 }, log);
    expect([kind, warnings.map(({ code }) => code)]).toEqual(["none", ["too_large"]]);
  });

  it("is given up where the process grows too much by it", async () => {
    const stream = deflateSync(Buffer.alloc(48 * 1024 * 1024, "BT /F1 12 Tf (a) Tj ET "));
    const bomb = pdf(["uno"])
      .toString("latin1")
      .replace(/<< \/Length \d+ >>\nstream\n.*/, () => {
        return `<< /Filter /FlateDecode /Length ${stream.length} >>\nstream\n${stream.toString("latin1")}`;
      });
    const { kind, warnings } = await readInThread(
      file(Buffer.from(bomb, "latin1")),
      { ...limits, growthMegabytes: 60 },
      log,
    );
    expect([kind, warnings.map(({ code }) => code)]).toEqual(["none", ["too_large"]]);
  });

  it("is given up where the client has left", async () => {
    const client = new AbortController();
    const read = readInThread(file(Buffer.from("a")), limits, log, client.signal);
    client.abort();
    expect((await read).kind).toBe("none");
  });
});
