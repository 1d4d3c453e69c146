import { execFile } from "node:child_process";
import { createServer } from "node:net";
import { expect, it, jest } from "@jest/globals";
import pino from "pino";
import { Database } from "../../src/db/database.js";
import { openAtStart } from "../../src/db/open-at-start.js";
import { closedAfterTest } from "../support/for-tests.js";
import { listening } from "../support/listening.js";

/** What Postgres says while it recovers from a crash. */
const fields = "SFATAL\0C57P03\0Mthe database system is in recovery mode\0\0";

it("ends with one line where Postgres isn't ready", async () => {
  const answer = Buffer.from(`E\0\0\0\0${fields}`);
  answer.writeInt32BE(answer.length - 1, 1);
  const recovering = closedAfterTest(
    await listening(createServer((socket) => socket.once("data", () => socket.end(answer)))),
  );
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: `postgres://app:secret@127.0.0.1:${recovering.port}/studio`,
    SECRET_KEY: "1".repeat(64),
  };
  const said = await new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) =>
    execFile(process.execPath, ["dist/api/main.js"], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code, stdout, stderr }),
    ),
  );
  expect(said).toMatchObject({ code: 1, stderr: "" });
  expect(JSON.parse(said.stdout)).toMatchObject({
    level: 60,
    reason: "the database system is in recovery mode",
    msg: "Postgres can't be reached; start again once it answers",
  });
});

it("says why also where a name with several addresses is refused at each, which Node says without words", async () => {
  const refused = Object.assign(new AggregateError([new Error("connect ECONNREFUSED ::1:5432")]), {
    code: "ECONNREFUSED",
  });
  const open = jest.spyOn(Database, "open").mockRejectedValue(refused);
  const exit = jest.spyOn(process, "exit").mockImplementation(() => {
    throw new Error("ended");
  });
  const said: string[] = [];
  const ended = openAtStart({ DATABASE_URL: "postgres://db" }, pino({}, { write: (line: string) => said.push(line) }));
  await expect(ended).rejects.toThrow("ended");
  open.mockRestore();
  exit.mockRestore();
  expect(JSON.parse(said.join())).toMatchObject({ reason: "ECONNREFUSED" });
});
