import { execFile } from "node:child_process";
import { createServer } from "node:net";
import { expect, it } from "@jest/globals";
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
