import { createServer } from "node:net";
import { expect, it } from "@jest/globals";
import { prepareDatabase } from "../../src/db/preparation/prepare.js";
import { closedAfterTest } from "../support/for-tests.js";
import { listening } from "../support/listening.js";

/** What Postgres 16 says of a setting that came with 17. */
const fields = `SFATAL\0C42704\0Munrecognized configuration parameter "transaction_timeout"\0\0`;

it("says which Postgres is needed where an older one doesn't know our settings", async () => {
  const answer = Buffer.from(`E\0\0\0\0${fields}`);
  answer.writeInt32BE(answer.length - 1, 1);
  const older = closedAfterTest(
    await listening(createServer((socket) => socket.once("data", () => socket.end(answer)))),
  );
  const prepared = prepareDatabase(`postgres://owner:secret@127.0.0.1:${older.port}/studio`);
  await expect(prepared).rejects.toThrow("DATABASE_URL leads to an older Postgres: it must be 17 or newer.");
});
