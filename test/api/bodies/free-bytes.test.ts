import { describe, expect, it } from "@jest/globals";
import { freeBytes } from "../../../src/api/bodies/free-bytes.js";
import { eventually } from "../../support/eventually.js";

describe("freed bytes", () => {
  it("give their memory back at once", async () => {
    const before = process.memoryUsage().arrayBuffers;
    const bytes = new Uint8Array(50_000_000);
    expect(process.memoryUsage().arrayBuffers - before).toBeGreaterThan(40_000_000);
    freeBytes(bytes);
    expect(bytes.length).toBe(0);
    await eventually(async () => process.memoryUsage().arrayBuffers - before < 10_000_000);
  });

  it("stay where others share their memory", () => {
    const [part, pooled] = [new Uint8Array(100).subarray(10), Buffer.from("Villa Neri")];
    for (const bytes of [part, pooled]) freeBytes(bytes);
    expect([part.length, pooled.toString()]).toEqual([90, "Villa Neri"]);
  });
});
