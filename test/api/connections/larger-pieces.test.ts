import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { expect, it } from "@jest/globals";
import { inLargerPieces } from "../../../src/api/connections/larger-pieces.js";
import { closedAfterTest } from "../../support/for-tests.js";
import { listening } from "../../support/listening.js";

/** Sends chunks, and tells the pieces that came. */
async function piecesOf(chunks: string[], ends = true): Promise<string[]> {
  const pieces: string[] = [];
  const handle = inLargerPieces((request, answer) => {
    request.setEncoding("latin1").on("data", (piece: string) => pieces.push(piece));
    request.on("end", () => answer.end());
  });
  const server = closedAfterTest(await listening(createServer(handle)));
  const socket = connect(server.port, "127.0.0.1");
  const sent = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join("");
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${sent}${ends ? "0\r\n\r\n" : ""}`);
  if (ends) await once(socket, "data");
  else while (pieces.join("").length < chunks.join("").length) await new Promise((resolve) => setTimeout(resolve, 5));
  socket.destroy();
  return pieces;
}

it("passes on a hundred thousand chunks of one byte in some dozen pieces", async () => {
  const chunks = Array.from({ length: 100_000 }, (_, n) => String(n % 10));
  const pieces = await piecesOf(chunks);
  expect(pieces.join("")).toBe(chunks.join(""));
  expect(pieces.length).toBeLessThan(200);
});

it("keeps chunks of all sizes in their order", async () => {
  const chunks = Array.from({ length: 300 }, (_, n) =>
    String.fromCharCode(97 + (n % 26)).repeat(1 + ((n * 977) % 6_000)),
  );
  expect((await piecesOf(chunks)).join("")).toBe(chunks.join(""));
});

it("doesn't keep what has come until the end", async () => {
  expect((await piecesOf(["a", "b", "c"], false)).join("")).toBe("abc");
});

it("lets a connection send its next request after a body of small chunks", async () => {
  const bodies: number[] = [];
  const handle = inLargerPieces(async (request, answer) => {
    let bytes = 0;
    for await (const piece of request) bytes += piece.length;
    bodies.push(bytes);
    answer.end("answered");
  });
  const server = closedAfterTest(await listening(createServer(handle)));
  const socket = connect(server.port, "127.0.0.1");
  for (const chunks of [3, 30_000, 3]) {
    const body = "1\r\na\r\n".repeat(chunks);
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${body}0\r\n\r\n`);
    await once(socket, "data");
  }
  socket.destroy();
  expect(bodies).toEqual([3, 30_000, 3]);
});
