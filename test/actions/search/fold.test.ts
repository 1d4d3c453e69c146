import { describe, expect, it } from "@jest/globals";
import type { Found } from "../../../src/actions/search/find-records.js";
import { foldByProject, isNumber } from "../../../src/actions/search/fold.js";

describe("a number", () => {
  it.each([
    "2026/0001",
    "PG-2026/0012345",
    "prot. 12345",
    "Prot. n. 12345/2026",
    "NP.001",
    "035 1234567",
    "01.A02.B10",
  ])("is %s", (query) => expect(isNumber(query)).toBe(true));
  it.each(["tasso 12", "via Roma 123", "villa", "piano 2", "C25/30 calcestruzzo", ""])("isn't %s", (query) =>
    expect(isNumber(query)).toBe(false),
  );
});

describe("folding", () => {
  const hit = (
    id: string,
    group: Found["group"],
    projectId: string | null,
    score: number,
    text = "n. 2026/77",
  ): Found => ({
    id,
    group,
    projectId,
    score,
    text,
    title: id,
    snippet: "",
    contactId: null,
  });

  it("leaves one hit of each project in each group, and counts the others", () => {
    const found = [
      hit("d1", "documents", "p1", 0.9),
      hit("d2", "documents", "p1", 0.9),
      hit("d3", "documents", "p2", 0.9),
      hit("d4", "documents", null, 0.9),
      hit("d5", "documents", null, 0.9),
      hit("t1", "tasks", "p1", 0.9),
    ];
    const { hits, led } = foldByProject(found, "2026/77");
    expect(hits.map(({ id, more }) => [id, more])).toEqual([
      ["d1", 1],
      ["d3", undefined],
      ["d4", undefined],
      ["d5", undefined],
      ["t1", undefined],
    ]);
    expect([...led].map(([id, { more }]) => [id, more])).toEqual([
      ["p1", 2],
      ["p2", undefined],
    ]);
  });

  it("is led to projects by what has the number, not by its parts or a mention that counts less", () => {
    const found = [
      hit("d1", "documents", "p1", 0.9, "2026-77"),
      hit("d2", "documents", "p2", 0.5),
      hit("d3", "documents", "p3", 0.9, "77 pagine, 2026"),
    ];
    expect([...foldByProject(found, "n. 2026/77").led.keys()]).toEqual(["p1"]);
  });

  it("shows a project that has the number itself once", () => {
    const { hits, led } = foldByProject(
      [hit("p1", "projects", "p1", 0.9), hit("d1", "documents", "p1", 0.8)],
      "2026/77",
    );
    expect([hits.map(({ id, more }) => [id, more]), led.size]).toEqual([
      [
        ["p1", 1],
        ["d1", undefined],
      ],
      0,
    ]);
  });
});
