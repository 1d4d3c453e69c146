import { describe, expect, it, jest } from "@jest/globals";
import { Turns } from "../../src/api/turns.js";

/** Takes turns for these groups in this order. @returns who has begun, and the functions that end their turns */
function take(turns: Turns, ...groups: string[]) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  groups.map((group) =>
    turns.run(group, undefined, (endTurn) => {
      begun.push(group);
      ends.set(group, endTurn);
      return new Promise<void>(() => undefined);
    }),
  );
  return { begun, end: (group: string) => ends.get(group)?.() };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

const bounds = { atOnce: 2, ofOne: 1, waiting: 60, waitingOfOne: 50 };

describe("turns", () => {
  it("are one at a time for each group, and two in all", async () => {
    const { begun, end } = take(new Turns(bounds), "a", "a", "b", "c");
    await settled();
    expect(begun).toEqual(["a", "b"]);
    end("b");
    await settled();
    expect(begun).toEqual(["a", "b", "c"]);
    end("a");
    await settled();
    expect(begun).toEqual(["a", "b", "c", "a"]);
  });

  it("are fewer for a group while others have some, and again as many when it is alone", async () => {
    jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick"] });
    try {
      const turns = new Turns({ atOnce: 9, ofOne: 3, ofOneBesideOthers: 1, waiting: 60, waitingOfOne: 50 });
      const alone = take(turns, "a", "a");
      await settled();
      const beside = take(turns, "b", "a", "a", "a");
      await settled();
      expect([...alone.begun, ...beside.begun]).toEqual(["a", "a", "b"]);
      jest.advanceTimersByTime(1_500);
      alone.end("a");
      await settled();
      expect(beside.begun).toEqual(["b", "a", "a"]);
    } finally {
      jest.useRealTimers();
    }
  });

  it("come to those who wait by themselves once others are gone, first come first", async () => {
    jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick"] });
    try {
      const turns = new Turns({ atOnce: 9, ofOne: 3, ofOneBesideOthers: 1, waiting: 60, waitingOfOne: 50 });
      const first = take(turns, "a", "b", "a");
      await settled();
      expect(first.begun).toEqual(["a", "b"]);
      jest.advanceTimersByTime(900);
      const later = take(turns, "a");
      await settled();
      expect(later.begun).toEqual([]);
      jest.advanceTimersByTime(1_200);
      await settled();
      expect([...first.begun, ...later.begun]).toEqual(["a", "b", "a", "a"]);
    } finally {
      jest.useRealTimers();
    }
  });

  it("end once, however often that is said", async () => {
    const { begun, end } = take(new Turns(bounds), "a", "b", "c", "d");
    await settled();
    for (let n = 0; n < 3; n++) end("a");
    await settled();
    expect(begun).toEqual(["a", "b", "c"]);
  });

  it("end with their work, also where that fails", async () => {
    const turns = new Turns(bounds);
    for (let n = 0; n < 3; n++) {
      const failed = turns.run("a", undefined, () => Promise.reject(new Error("failed")));
      await expect(failed).rejects.toThrow("failed");
    }
    await expect(turns.run("a", undefined, async () => 1)).resolves.toBe(1);
  });

  it("pass over a client that has left", async () => {
    const turns = new Turns(bounds);
    const { begun, end } = take(turns, "a", "b");
    const client = new AbortController();
    const left = turns.run("c", client, async () => undefined);
    const { begun: after } = take(turns, "d");
    client.abort();
    await expect(left).rejects.toMatchObject({ code: "unavailable" });
    end("a");
    await settled();
    expect([begun, after]).toEqual([["a", "b"], ["d"]]);
  });

  it("are refused where fifty of a group wait", async () => {
    const turns = new Turns(bounds);
    take(turns, ...Array.from({ length: 51 }, () => "a"));
    await expect(turns.run("a", undefined, async () => 1)).rejects.toMatchObject({
      code: "rate_limited",
      extras: { headers: { "Retry-After": "5" } },
    });
    await expect(turns.run("b", undefined, async () => 1)).resolves.toBe(1);
  });

  it("go round among the groups, in the order in which they came", async () => {
    const turns = new Turns({ ...bounds, atOnce: 1 });
    const served: string[] = [];
    await Promise.all(
      [..."aaaabbcab"].map((group) => turns.run(group, undefined, async () => void served.push(group))),
    );
    expect(served.join("")).toBe("abcababaa");
  });

  it("go round among the members of a group, whoever has the most waiting", async () => {
    const turns = new Turns(bounds);
    const served: string[] = [];
    const work = (member: string) => turns.run("a", undefined, async () => void served.push(member), member);
    await Promise.all([..."xxxx", "owner", ..."xx", "owner", "x"].map(work));
    expect(served.slice(0, 5)).toEqual(["x", "owner", "x", "owner", "x"]);
    expect(served).toHaveLength(9);
  });

  it("leave places to wait for the other members of a group", async () => {
    const turns = new Turns({ ...bounds, waitingOfMember: 2 });
    const never = (member: string) => turns.run("a", undefined, () => new Promise<void>(() => undefined), member);
    for (let n = 0; n < 3; n++) void never("x");
    await expect(never("x")).rejects.toMatchObject({ code: "rate_limited" });
    const client = new AbortController();
    const other = turns.run("a", client, async () => undefined, "owner");
    client.abort();
    await expect(other).rejects.toMatchObject({ code: "unavailable" });
  });
});
