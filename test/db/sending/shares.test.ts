import { expect, it } from "@jest/globals";
import { NoTurn, Shares } from "../../../src/db/sending/shares.js";

it("lets so many of one organization work at once, in their order, and doesn't count those of others", async () => {
  const shares = new Shares(2);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (organizationId: string | null, name: string) =>
    shares.during(organizationId, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const all = [work("a", "a1"), work("a", "a2"), work("a", "a3"), work("a", "a4"), work("b", "b1"), work(null, "free")];
  await new Promise(setImmediate);
  expect(begun).toEqual(expect.arrayContaining(["a1", "a2", "b1", "free"]));
  expect(begun).toHaveLength(4);
  for (const [name, next] of [
    ["a2", "a3"],
    ["a1", "a4"],
  ] as const) {
    ends.get(name)?.();
    await new Promise(setImmediate);
    expect(begun.at(-1)).toBe(next);
  }
  // Two work still, each in the turn of one that has ended.
  all.push(work("a", "a5"));
  await new Promise(setImmediate);
  expect(begun.at(-1)).toBe("a4");
  for (const name of ["a3", "a4", "b1", "free"]) ends.get(name)?.();
  await new Promise(setImmediate);
  ends.get("a5")?.();
  await Promise.all(all);
});

it("goes on after a failure", async () => {
  const shares = new Shares(1);
  const failing = shares.during("a", async () => {
    throw new Error("no");
  });
  const next = shares.during("a", async () => "yes");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("yes");
});

it("lets no more than a thousand of one organization wait", async () => {
  const shares = new Shares(1);
  const end = await shares.take("a");
  const waiting = Array.from({ length: 1_000 }, () => shares.during("a", async () => "done"));
  await expect(shares.take("a")).rejects.toThrow(NoTurn);
  (await shares.take("b"))();
  end();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(["done"]));
  (await shares.take("a"))();
});
