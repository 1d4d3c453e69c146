import { expect, it } from "@jest/globals";
import { beginSecondStep, finishSecondStep } from "../../../src/accounts/factors/second-step.js";
import { startApi } from "../../support/caller.js";
import { organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const lines: string[] = [];
const api = forAllTests(() =>
  startApi({ settings: { BASE_URL: "http://localhost:3000" }, logged: { write: (line) => void lines.push(line) } }),
);

it("a passkey's answer to no question is refused, and logged without what was sent", async () => {
  const { app } = api;
  const org = await organization(api);
  const { userId, email, name } = await org.member("member");
  const token = await beginSecondStep(app.database, { userId, passwordHash: "" });
  lines.length = 0;
  const answer = { token, code: "", passkey: '{"id":"inviato"}', device: null };
  expect(await finishSecondStep(app.database, app, answer)).toBe("wrong");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { userId, msg: "a passkey was refused", err: { message: "no challenge waits" } },
  ]);
  for (const sent of [email, name, token, "inviato"]) expect(lines.join("")).not.toContain(sent);
});
