import { expect, it } from "@jest/globals";
import pino from "pino";
import { sayOnce } from "../../src/db/say-once.js";

it("says a failure once, another by itself, and that it is over", () => {
  const said: string[] = [];
  const log = pino({}, { write: (line: string) => void said.push(JSON.parse(line).err?.message ?? "again") });
  const work = sayOnce(log, { fails: "it fails", isDone: "it is done again" });
  work.done();
  const errors = ["ECONNREFUSED", "57P03", "42501", "42501"].map((code) => Object.assign(new Error(code), { code }));
  for (const error of errors) work.failed(error);
  work.done();
  work.done();
  work.failed(errors[0]);
  expect(said).toEqual(["ECONNREFUSED", "42501", "again", "ECONNREFUSED"]);
});
