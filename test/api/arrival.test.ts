import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it } from "@jest/globals";
import { endSlowRequests, isTooSlow } from "../../src/api/arrival.js";

const pace = { graceMs: 15_000, bytesPerSecond: 16_000 };

it.each([
  [0, 15_000, false],
  [0, 15_001, true],
  [100, 60_000, true],
  // 32 MB at 1 Mbit/s, as they come along.
  [125_000 * 20, 20_000, false],
  [125_000 * 260, 260_000, false],
])("a body of %p bytes after %p ms is too slow: %p", (bytes, elapsedMs, expected) => {
  expect(isTooSlow(bytes, elapsedMs, pace)).toBe(expected);
});

it("a half-sent body is answered 408, and the connection closed; requests without one are left alone", async () => {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.end("whole"));
  });
  endSlowRequests(server, { graceMs: 0, bytesPerSecond: 1_000_000, everyMs: 10 });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const send = (request: string) => {
      const socket = connect(port, "127.0.0.1");
      socket.write(request);
      return text(socket);
    };
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
