import { expect, it } from "@jest/globals";
import { ByteBudget } from "../../../src/channels/reader/byte-budget.js";

/** Asks for work whose end the test decides. */
function asking(budget: ByteBudget) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    ask(name: string, owner: string, bytes: number, isLast = false): void {
      const work = () => {
        begun.push(name);
        return new Promise<void>((end) => ends.set(name, end));
      };
      void budget.run(owner, bytes, work, { isLast });
    },
    async end(name: string): Promise<void> {
      ends.get(name)?.();
      await new Promise(setImmediate);
    },
  };
}

it("begins what its bytes and its number allow, in the order in which it came", async () => {
  const { begun, ask, end } = asking(new ByteBudget(100, 2));
  for (const name of ["a", "b", "c", "d"]) ask(name, name, 40);
  await end("");
  expect(begun).toEqual(["a", "b"]);
  await end("b");
  expect(begun).toEqual(["a", "b", "c"]);
  await end("a");
  expect(begun).toEqual(["a", "b", "c", "d"]);
});

it("lets nothing wait behind what can't begin yet", async () => {
  const { begun, ask, end } = asking(new ByteBudget(100, 2));
  ask("slow", "a", 60);
  ask("large", "b", 60);
  ask("small", "c", 10);
  await end("");
  expect(begun).toEqual(["slow", "small"]);
  await end("slow");
  expect(begun).toEqual(["slow", "small", "large"]);
});

it("lets what may take long in vain wait behind all others", async () => {
  const { begun, ask, end } = asking(new ByteBudget(100, 1));
  ask("first", "a", 10);
  for (const owner of ["b", "c"]) ask(`hanging ${owner}`, owner, 10, true);
  ask("later", "d", 10);
  for (const name of ["", "first", "later", "hanging b"]) await end(name);
  expect(begun).toEqual(["first", "later", "hanging b", "hanging c"]);
});

it("keeps a place free of what may take long in vain", async () => {
  const { begun, ask, end } = asking(new ByteBudget(100, 2));
  for (const owner of ["a", "b"]) ask(`hanging ${owner}`, owner, 10, true);
  for (const name of ["1", "2"]) {
    ask(name, "c", 10);
    await end("");
    await end(name);
  }
  expect(begun).toEqual(["hanging a", "1", "2"]);
  await end("hanging a");
  expect(begun.at(-1)).toBe("hanging b");
});

it("lets nobody wait for a turn that is no longer wanted", async () => {
  const budget = new ByteBudget(100, 1);
  const { begun, ask, end } = asking(budget);
  ask("first", "a", 10);
  const unwanted = new AbortController();
  const waiting = budget.run("b", 10, async () => begun.push("unwanted"), { signal: unwanted.signal });
  ask("last", "c", 10);
  unwanted.abort(new Error("no longer"));
  await expect(waiting).rejects.toThrow("no longer");
  await expect(budget.run("b", 10, async () => 1, { signal: unwanted.signal })).rejects.toThrow("no longer");
  await end("first");
  expect(begun).toEqual(["first", "last"]);
});

it("does one work at a time of an owner, and what is larger than all of it alone", async () => {
  const { begun, ask, end } = asking(new ByteBudget(100, 2));
  ask("first", "a", 10);
  ask("second", "a", 10);
  ask("huge", "b", 500);
  await end("");
  expect(begun).toEqual(["first"]);
  await end("first");
  expect(begun).toEqual(["first", "second"]);
  await end("second");
  expect(begun).toEqual(["first", "second", "huge"]);
});
