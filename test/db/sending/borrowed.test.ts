import { createServer } from "node:net";
import { expect, it } from "@jest/globals";
import pg from "pg";
import { Borrowed } from "../../../src/db/sending/borrowed.js";
import { isRefusal } from "../../../src/db/sending/run-statements.js";
import { openPool } from "../../support/database.js";
import { forEachTest } from "../../support/for-tests.js";
import { listening } from "../../support/listening.js";

/** A message of Postgres: its letter, its length and its content. */
function message(letter: string, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content);
  const head = Buffer.from([letter.charCodeAt(0), 0, 0, 0, 0]);
  head.writeInt32BE(bytes.length + 4, 1);
  return Buffer.concat([head, bytes]);
}
const authenticated = message("R", Buffer.alloc(4));
const ready = message("Z", "I");
const stopping = message("E", "SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0");

/** A Postgres that stops in the very moment in which it says that it is ready. */
const server = forEachTest(() =>
  listening(
    createServer((socket) => {
      socket.once("data", () => socket.end(Buffer.concat([authenticated, ready, stopping])));
    }),
  ),
);
const pool = forEachTest(() => openPool(`postgres://x@127.0.0.1:${server.port}/x`));

it("survives a connection that breaks in the moment in which it is taken", async () => {
  const borrowed = await Borrowed.from(pool);
  await expect(borrowed.client.query("select 1")).rejects.toThrow();
  expect(borrowed.isLost).toBe(true);
  borrowed.giveBack();
  expect(pool.totalCount).toBe(0);
});

it.each([
  ["23505", "ERRORE", true],
  ["55P03", "ERROR", true],
  ["57P01", "FATAL", false],
  ["08006", "ERROR", false],
  ["XX000", "ERROR", false],
])("an error %s is a refusal, in whatever language its severity is: %s", (code, severity, expected) => {
  expect(isRefusal(Object.assign(new pg.DatabaseError("x", 1, "error"), { code, severity }))).toBe(expected);
});

it("an error of the connection is no refusal", () => {
  expect(isRefusal(new Error("Connection terminated unexpectedly"))).toBe(false);
});
