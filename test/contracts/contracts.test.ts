import { readdirSync } from "node:fs";
import { expect, it } from "@jest/globals";
import * as workflows from "../../src/workflows/index.js";

const folder = new URL("../../src/contracts/", import.meta.url);

/** The types that the contracts name, also those in a table of contracts. */
async function contractTypes(): Promise<string[]> {
  const files = readdirSync(folder).filter((file) => file.endsWith(".ts"));
  const modules = await Promise.all(files.map((file) => import(new URL(file, folder).href)));
  const named = modules.flatMap((module) => Object.values<unknown>(module)).flatMap(withParts);
  return named.flatMap((value) => (isContract(value) ? [value.type] : []));
}

const withParts = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null ? [value, ...Object.values(value)] : [];

const isContract = (value: unknown): value is { type: string } =>
  typeof value === "object" && value !== null && "type" in value && "workflowId" in value;

// The two meet in Temporal alone, by name: a start of a type that no workflow has waits there for ever.
it("has a workflow for every contract, and a contract for every workflow", async () => {
  expect((await contractTypes()).sort()).toEqual(Object.keys(workflows).sort());
});
