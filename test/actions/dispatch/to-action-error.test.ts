import { expect, it } from "@jest/globals";
import { toActionError } from "../../../src/actions/dispatch/to-action-error.js";
import { NoTurn } from "../../../src/db/sending/shares.js";

it.each([
  ["53100", 503, /disk is full/],
  ["25006", 503, /can't take changes/],
  ["ECONNREFUSED", 503, /can't be reached/],
  ["55P03", 409, /same record/],
  ["22P02", 500, /request id/],
])("an error %s of the database is a %i in words", (code, status, words) => {
  const error = toActionError(Object.assign(new Error("of Postgres"), { code }));
  expect([error.status, error.message]).toEqual([status, expect.stringMatching(words)]);
});

it("an organization that has too much waiting is told so, and when to come again", () => {
  const error = toActionError(new NoTurn());
  expect([error.status, error.message]).toEqual([503, expect.stringContaining("this organization")]);
  expect(Number(error.extras.headers?.["Retry-After"])).toBeGreaterThan(0);
});

it.each([
  ["53100", /disco del server è pieno/],
  ["25006", /non accetta modifiche/],
  ["57014", /troppo tempo/],
])("a page says in Italian what an error %s is, too", (code, words) => {
  const { extras } = toActionError(Object.assign(new Error("of Postgres"), { code }));
  expect(extras.italian).toMatch(words);
});
