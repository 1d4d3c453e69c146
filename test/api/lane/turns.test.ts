import { describe, expect, it } from "@jest/globals";
import { Turns } from "../../../src/api/lane/turns.js";

/** Takes turns for these organizations in this order. @returns who has begun, and the functions that end their turns */
function take(turns: Turns, ...organizations: string[]) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const all = organizations.map((organization) =>
    turns.take(organization, undefined).then((end) => {
      begun.push(organization);
      ends.set(organization, end);
    }),
  );
  return { begun, all, end: (organization: string) => ends.get(organization)?.() };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("turns in the lane", () => {
  it("are one at a time for each organization, and two in all", async () => {
    const { begun, end } = take(new Turns(), "a", "a", "b", "c");
    await settled();
    expect(begun).toEqual(["a", "b"]);
    end("b");
    await settled();
    expect(begun).toEqual(["a", "b", "c"]);
    end("a");
    await settled();
    expect(begun).toEqual(["a", "b", "c", "a"]);
  });

  it("end once, however often that is said", async () => {
    const { begun, end } = take(new Turns(), "a", "b", "c", "d");
    await settled();
    for (let n = 0; n < 3; n++) end("a");
    await settled();
    expect(begun).toEqual(["a", "b", "c"]);
  });

  it("pass over a client that has left", async () => {
    const turns = new Turns();
    const { begun, end } = take(turns, "a", "b");
    const client = new AbortController();
    const left = turns.take("c", client.signal);
    const { begun: after } = take(turns, "d");
    client.abort();
    await expect(left).rejects.toMatchObject({ code: "unavailable" });
    end("a");
    await settled();
    expect([begun, after]).toEqual([["a", "b"], ["d"]]);
  });

  it("are refused where fifty of an organization wait", async () => {
    const turns = new Turns();
    take(turns, ...Array.from({ length: 51 }, () => "a"));
    await expect(turns.take("a", undefined)).rejects.toMatchObject({
      code: "rate_limited",
      extras: { headers: { "Retry-After": "5" } },
    });
    await expect(turns.take("b", undefined)).resolves.toBeInstanceOf(Function);
  });
});
