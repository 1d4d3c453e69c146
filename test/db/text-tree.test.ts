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

it("keeps neither a text of very many parts nor more than it has room for", () => {
  const tree = new TextTree();
  const isMade = (...parts: string[]) => {
    let made = false;
    const text = tree.find(parts, () => {
      made = true;
      return parts.join(" ");
    });
    expect(text).toBe(parts.join(" "));
    return made;
  };
  const many = Array.from({ length: 6_000 }, (_, n) => String(n));
  expect([isMade(...many), isMade(...many)]).toEqual([true, true]);
  for (const part of many) isMade(part);
  expect([isMade("0"), isMade("4999"), isMade("5000"), isMade("5000")]).toEqual([false, false, true, true]);
});
