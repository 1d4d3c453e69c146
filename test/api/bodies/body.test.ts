import { describe, expect, it } from "@jest/globals";
import { Body } from "../../../src/api/bodies/body.js";

/** A body of these bytes that arrives in chunks of so many. */
function received(bytes: Buffer, chunkBytes: number): Body {
  const body = new Body();
  for (let at = 0; at < bytes.length; at += chunkBytes) body.add(bytes.subarray(at, at + chunkBytes));
  return body;
}

describe("a body", () => {
  it("keeps its bytes, however they arrive, in few blocks", () => {
    const bytes = Buffer.from(Array.from({ length: 10_000 }, (_, n) => n % 251));
    for (const chunkBytes of [1, 3, 1_000, 10_000]) {
      const body = received(bytes, chunkBytes);
      expect(body.length).toBe(10_000);
      expect(body.parts().length).toBeLessThan(16);
      expect(Buffer.concat(body.parts()).equals(bytes)).toBe(true);
    }
    expect(received(Buffer.alloc(0), 1).parts()).toEqual([]);
  });

  it("holds bytes of its own, which can be handed over", () => {
    const bytes = Buffer.from("x".repeat(100));
    const [part] = received(bytes, 100).parts();
    structuredClone(part, { transfer: [part?.buffer as ArrayBuffer] });
    expect([part?.length, bytes.toString()]).toEqual([0, "x".repeat(100)]);
  });

  it("says to try again where it was handed over, and the work is to be done anew", () => {
    const body = received(Buffer.from("x".repeat(100)), 100);
    const [part] = body.parts();
    structuredClone(part, { transfer: [part?.buffer as ArrayBuffer] });
    expect(() => body.parts()).toThrow("are being changed at this moment; try again");
  });
});
