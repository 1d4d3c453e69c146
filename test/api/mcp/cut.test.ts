import { describe, expect, it } from "@jest/globals";
import { cutTo } from "../../../src/api/mcp/cut.js";

describe("cutting a result", () => {
  it("leaves alone what is short enough", () => {
    const value = { a: 1, list: [1, 2, 3], text: "x", none: null };
    expect(cutTo(value, 1_000)).toEqual({ value, missing: [] });
  });

  it("shortens the largest parts, keeps the others, and counts what is missing", () => {
    const value = {
      id: "p1",
      tasks: Array.from({ length: 500 }, (_, n) => ({ n })),
      notes: "x".repeat(9_000),
      name: "Villa",
    };
    const { value: cut, missing } = cutTo(value, 3_000) as { value: typeof value; missing: string[] };
    expect(JSON.stringify(cut).length).toBeLessThanOrEqual(3_000);
    expect(JSON.stringify(cut).length).toBeGreaterThan(2_500);
    expect(Object.keys(cut)).toEqual(Object.keys(value));
    expect([cut.id, cut.name]).toEqual(["p1", "Villa"]);
    expect(cut.tasks).toEqual(value.tasks.slice(0, cut.tasks.length));
    expect(missing.sort()).toEqual([
      `/notes has only the first ${cut.notes.length} of 9000 characters`,
      `/tasks has only the first ${cut.tasks.length} of 500 entries`,
    ]);
  });

  it("goes into the first entry of a list where even that is too long", () => {
    const value = {
      items: [
        { id: "a", body: "y".repeat(5_000) },
        { id: "b", body: "" },
      ],
    };
    const { value: cut, missing } = cutTo(value, 1_000) as { value: typeof value; missing: string[] };
    expect(cut.items).toHaveLength(1);
    expect(cut.items[0]?.id).toBe("a");
    expect(missing[0]).toBe("/items has only the first 1 of 2 entries");
    expect(missing[1]).toMatch(/^\/items\/0\/body has only the first \d+ of 5000 characters$/);
  });

  it("keeps the newest of a list that grows at its end", () => {
    const messages = Array.from({ length: 50 }, (_, n) => ({ n, createdAt: new Date(n * 1e6).toISOString() }));
    const { value, missing } = cutTo({ messages }, 500) as { value: { messages: unknown[] }; missing: string[] };
    expect(value.messages).toEqual(messages.slice(-value.messages.length));
    expect(missing).toEqual([`/messages has only the newest ${value.messages.length} of 50 entries`]);
    const newestFirst = cutTo(messages.toReversed(), 500).value as unknown[];
    expect(newestFirst).toEqual(messages.toReversed().slice(0, newestFirst.length));
  });

  it("never halves a surrogate pair", () => {
    const { value } = cutTo("🏠".repeat(100), 51) as { value: string };
    expect(value.isWellFormed()).toBe(true);
  });
});
