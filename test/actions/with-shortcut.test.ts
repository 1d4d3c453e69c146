import { expect, it } from "@jest/globals";
import { z } from "zod";
import { billResult } from "../../src/actions/bills-of-quantities/results.js";
import { withShortcut } from "../../src/actions/with-shortcut.js";

it("a shortcut takes what is plainly valid, and leaves the rest to the schema", () => {
  const schema = withShortcut(z.array(z.string()), (value) =>
    Array.isArray(value) && value.length === 1 ? ["taken"] : undefined,
  );
  const holder = z.strictObject({ list: schema.optional() });
  expect(holder.parse({ list: ["a"] })).toEqual({ list: ["taken"] });
  expect(holder.parse({ list: ["a", "b"] })).toEqual({ list: ["a", "b"] });
  expect(holder.safeParse({ list: ["a", 2] }).error?.issues).toMatchObject([{ path: ["list", 1] }]);
  expect(schema.describe("made of it").parse(["a"])).toEqual(["a"]);
});

it("the answer with a bill has the very nodes that were stored", () => {
  const nodes = [{ type: "line" as const, desc: "Scavo" }];
  const at = new Date();
  const bill = { id: "b", createdAt: at, updatedAt: at, projectId: "p", name: "Computo", total: 0, lineCount: 1 };
  expect(billResult.parse({ ...bill, nodes }).nodes).toBe(nodes);
});
