import { expect, it } from "@jest/globals";
import { TextTree } from "../../src/db/text-tree.js";

it("makes a text of the same parts once, and tells others apart", () => {
  const tree = new TextTree();
  let made = 0;
  const find = (...parts: string[]) =>
    tree.find(parts, () => {
      made++;
      return parts.join(" ");
    });
  expect([find("a", "b"), find("a", "b"), find("ab"), find("a"), find("a", "b", "")]).toEqual([
    "a b",
    "a b",
    "ab",
    "a",
    "a b ",
  ]);
  expect(made).toBe(4);
});

it("goes on beyond its limit, and keeps no text of very many parts", () => {
  const tree = new TextTree();
  const many = Array.from({ length: 6_000 }, (_, n) => String(n));
  expect(tree.find(many, () => "long")).toBe("long");
  const once = () => {
    let isMade = false;
    tree.find(["short"], () => {
      isMade = true;
      return "short";
    });
    return isMade;
  };
  expect([once(), once()]).toEqual([true, false]);
  for (const part of many) expect(tree.find([part], () => part)).toBe(part);
});
