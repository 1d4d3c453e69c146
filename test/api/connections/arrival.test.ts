import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it } from "@jest/globals";
import { pino } from "pino";
import { endSlowRequests, isTooSlow } from "../../../src/api/connections/arrival.js";
import { listen } from "../../../src/api/connections/listen.js";
import { listening } from "../../support/listening.js";

const pace = { graceMs: 15_000, bytesPerSecond: 16_000, longMs: 300_000, longBytesPerSecond: 100_000 };

it.each([
  [0, 15_000, false],
  [0, 15_001, true],
  [100, 60_000, true],
  // 32 MB at 1 Mbit/s, as they come along.
  [125_000 * 20, 20_000, false],
  [125_000 * 260, 260_000, false],
  // 50 MB at 1 Mbit/s, and JSON that takes longer than five minutes.
  [125_000 * 400, 400_000, false],
  [30_000_000, 300_000, false],
  [30_000_000, 305_000, true],
])("a body of %p bytes after %p ms is too slow: %p", (bytes, elapsedMs, expected) => {
  expect(isTooSlow(bytes, elapsedMs, pace)).toBe(expected);
});

it("a price list of 200 MB may come by a line of 1 Mbit/s; headers have a minute", async () => {
  const [server] = await listen(() => undefined, pino({ enabled: false }), 0, "127.0.0.1");
  try {
    expect(server?.requestTimeout).toBeGreaterThan((200_000_000 / 125_000) * 1_000);
    expect(server?.headersTimeout).toBe(60_000);
  } finally {
    server?.close();
  }
});

/** Has a server end slow requests soon. @returns what sends it bytes, and gives all that it answers until the connection is closed */
async function impatient(server: Server): Promise<(request: string) => Promise<string>> {
  endSlowRequests(server, { ...pace, graceMs: 0, bytesPerSecond: 1_000_000, everyMs: 10 });
  const { port } = await listening(server);
  return (request) => {
    const socket = connect(port, "127.0.0.1");
    socket.write(request);
    return text(socket);
  };
}

it("a half-sent body is answered 408, and the connection closed; requests without one are left alone", async () => {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.end("whole"));
  });
  const send = await impatient(server);
  try {
    const head = "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n";
    const slow = await send(`${head}Content-Length: 100\r\n\r\n{`);
    expect(slow).toMatch(/^HTTP\/1\.1 408 /);
    expect(slow).toContain('"code":"too_slow"');
    expect(await send(`${head}Content-Length: 2\r\n\r\n{}`)).toMatch(/whole/);
    expect(await send(`${head}\r\n`)).toMatch(/whole/);
  } finally {
    server.close();
  }
});

it("a half-sent body is answered 408 also where it is read by iteration; what is left behind an early answer is read", async () => {
  const server = createServer(async (request, response) => {
    for await (const _ of request.iterator({ destroyOnReturn: false })) if (request.url === "/early") break;
    response.end(`answer to ${request.url}`);
  });
  const send = await impatient(server);
  try {
    expect(await send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")).toMatch(/^HTTP\/1\.1 408 /);
    const early = `POST /early HTTP/1.1\r\nHost: x\r\nContent-Length: 300000\r\n\r\n${"x".repeat(300_000)}`;
    const answers = await send(`${early}GET /next HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answers).toContain("answer to /early");
    expect(answers).toContain("answer to /next");
  } finally {
    server.close();
    server.closeAllConnections();
  }
}, 10_000);
