import { describe, expect, it } from "@jest/globals";
import { validate, version } from "uuid";
import { newId } from "../../src/db/new-id.js";

describe("a new id", () => {
  const before = Date.now();
  const ids = Array.from({ length: 20_000 }, newId);
  const after = Date.now();

  it("is a UUID of version 7 of its time", () => {
    expect(ids.filter((id) => !validate(id) || version(id) !== 7)).toEqual([]);
    const msOf = (id = "") => Number.parseInt(id.replace("-", "").slice(0, 12), 16);
    expect(msOf(ids[0])).toBeGreaterThanOrEqual(before);
    expect(msOf(ids.at(-1))).toBeLessThanOrEqual(after);
  });

  it("is greater than all before, also within a millisecond", () => {
    expect(ids).toEqual([...new Set(ids)].sort());
  });

  it("can't be guessed from the one before", () => {
    expect(new Set(ids.map((id) => id.slice(-12))).size).toBe(ids.length);
  });
});
