import { expect, it } from "@jest/globals";
import { notFound } from "../../src/domain/errors.js";

it("notFound names a long id cut between two characters, since half of one is no JSON for many clients", () => {
  const { message } = notFound("taskId", `${"x".repeat(78)}🏠 and more`);
  expect(message).toBe(`taskId: there is no such record: ${"x".repeat(78)}…`);
});
