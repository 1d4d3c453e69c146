import { readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import pino from "pino";
import { readInThread, type ThreadLimits } from "../../../src/api/readers/read-in-thread.js";
import type { FileText } from "../../../src/formats/texts/file-text.js";
import { pdf, xlsx } from "../../formats/texts/files.js";

const log = pino({ level: "silent" });
const call = { name: "nota.txt", contentType: "text/plain" };
const readText = (bytes: Buffer, changed: Partial<ThreadLimits> = {}, signal?: AbortSignal) =>
  readInThread("text", bytes, call, { ...limits, ...changed }, log, signal);
const limits = { timeMs: 60_000, heapMegabytes: 300, growthMegabytes: 1_000 };

describe("a file that is read in a thread", () => {
  it("has its text", async () => {
    const { answer } = (await readText(Buffer.from("perché"))) as { answer: FileText };
    expect(answer).toMatchObject({ kind: "text", text: "perché" });
  });

  it("has the text of a PDF whose table says wrongly where its pages begin", async () => {
    const whole = pdf(["uno", "due"]).toString("latin1");
    const [, , first, , second] = whole.match(/\d{10} 00000 n/g) ?? [];
    const moved = whole
      .replace(`${first}`, "0000000011 00000 n")
      .replace(`${second}`, `${String(whole.indexOf("[3 0 R")).padStart(10, "0")} 00000 n`);
    const { answer } = (await readText(Buffer.from(moved, "latin1"))) as { answer: FileText };
    expect(answer.text).toMatch(/uno[\s\S]*due/);
  });

  it("is given up where it takes too long", async () => {
    expect(await readText(Buffer.from("a"), { timeMs: 1 })).toMatchObject({
      failure: { code: "too_slow", detail: expect.stringContaining("Try again later") },
    });
  });

  it("is given up where it takes too much memory, and harms nothing else", async () => {
    const rows = Array.from({ length: 100_000 }, (_, n) => `<si><t>${n} una voce del prezzario</t></si>`);
    const large = xlsx([{ rows: "" }], { "xl/sharedStrings.xml": `<sst>${rows.join("")}</sst>` });
    expect(await readText(large, { heapMegabytes: 12 })).toMatchObject({ failure: { code: "too_large" } });
  });

  it("is given up where the process grows too much by it", async () => {
    const stream = deflateSync(Buffer.alloc(48 * 1024 * 1024, "BT /F1 12 Tf (a) Tj ET "));
    const bomb = pdf(["uno"])
      .toString("latin1")
      .replace(/<< \/Length \d+ >>\nstream\n.*/, () => {
        return `<< /Filter /FlateDecode /Length ${stream.length} >>\nstream\n${stream.toString("latin1")}`;
      });
    const read = await readText(Buffer.from(bomb, "latin1"), { growthMegabytes: 60 });
    expect(read).toMatchObject({ failure: { code: "too_large" } });
  });

  it("is given up where the client has left", async () => {
    const client = new AbortController();
    const read = readText(Buffer.from("a"), {}, client.signal);
    client.abort();
    expect(await read).toHaveProperty("failure");
  });

  it("isn't read for a client who left before", async () => {
    expect(await readText(Buffer.from("a"), {}, AbortSignal.abort())).toHaveProperty("failure");
  });

  it("says why it is refused", async () => {
    const doctype = Buffer.from("<!DOCTYPE a [<!ENTITY b 'c'>]><PweDocumento>&b;</PweDocumento>");
    const read = await readInThread("bill", doctype, {}, limits, log);
    expect(read).toMatchObject({ failure: { code: "refused", refusal: "doctype" } });
  });

  it("is a bill of quantities", async () => {
    const sample = readFileSync(new URL("../../../docs/samples/computo-sintetico.xpwe", import.meta.url));
    const read = await readInThread("bill", sample, {}, limits, log);
    expect(read).toMatchObject({ answer: { format: "xpwe", totalInFile: 3858.45 } });
  });
});
