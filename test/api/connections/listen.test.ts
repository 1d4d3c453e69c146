import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it } from "@jest/globals";
import Koa from "koa";
import { pino } from "pino";
import { listen } from "../../../src/api/connections/listen.js";
import { handleFailures } from "../../../src/api/failures.js";

const silent = pino({ enabled: false });

it.each([
  ["that has no Host", "GET / HTTP/1.1\r\nConnection: close", 400, "no header Host"],
  ["of HTTP 1.0, which needs no Host", "GET / HTTP/1.0", 200, "taken"],
  ["that expects what nobody knows", "GET / HTTP/1.1\r\nHost: x\r\nExpect: x\r\nConnection: close", 200, "taken"],
])("a request %s is answered like any other, with a request id", async (_, request, status, words) => {
  const koa = new Koa();
  koa.use(handleFailures(silent, { note: () => undefined }));
  koa.use((ctx) => {
    ctx.body = "taken";
  });
  const [server] = (await listen(koa.callback(), silent, 0, "127.0.0.1")) as [Server];
  try {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.write(`${request}\r\n\r\n`);
    const [head, body] = (await text(socket)).split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head).toContain("X-Request-Id: ");
    expect(body).toContain(words);
  } finally {
    server.close();
  }
});
