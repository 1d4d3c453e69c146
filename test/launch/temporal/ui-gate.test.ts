import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { hiddenUiAddress, openUiGate } from "../../../src/launch/temporal/ui-gate.js";
import { forAllTests } from "../../support/for-tests.js";
import { freePort } from "../../support/ports.js";

const stopping = new AbortController();
let behind: Server;
const ui = forAllTests(hiddenUiAddress);
let port: number;

beforeAll(async () => {
  behind = createServer((incoming, answer) => {
    answer.writeHead(201, { "x-csrf-token": "abc" });
    incoming.pipe(answer);
  }).listen(ui.uiPort, ui.uiIp);
  await once(behind, "listening");
  port = await freePort();
  await openUiGate(port, ui, stopping.signal);
});
afterAll(() => {
  stopping.abort();
  behind.close();
});

async function post(host: string, body = "words"): Promise<{ status: number; token: unknown; text: string }> {
  const sent = request({
    host: "127.0.0.1",
    port,
    method: "POST",
    path: "/api/v1/x?a=b",
    headers: { host },
    agent: false,
  });
  sent.end(body);
  const [answer] = await once(sent, "response");
  let text = "";
  for await (const chunk of answer) text += chunk;
  return { status: answer.statusCode, token: answer.headers["x-csrf-token"], text };
}

it.each(["localhost:8233", "127.0.0.1:8233", "[::1]:9000", "LOCALHOST"])("passes on what names %s", async (host) => {
  expect(await post(host)).toEqual({ status: 201, token: "abc", text: "words" });
});

it.each([
  "evil.example:8233",
  "127.0.0.1.nip.io:8233",
  "localhost.evil.example",
  "localhost@evil.example",
  "192.168.1.7",
])("refuses what names %j, as a name that was made to resolve to this machine would", async (host) => {
  const { status, text } = await post(host);
  expect([status, text]).not.toContain("words");
  expect(status).toBeGreaterThanOrEqual(400);
});

it("listens behind the gate where nobody looks", () => {
  expect(behind.address()).toMatchObject({ address: ui.uiIp });
  if (process.platform === "linux") expect((behind.address() as AddressInfo).address).not.toBe("127.0.0.1");
});

it("says so while the UI is away, and closes with the launcher", async () => {
  behind.close();
  behind.closeAllConnections();
  expect((await post("localhost")).status).toBe(502);
  stopping.abort();
  await expect(post("localhost")).rejects.toMatchObject({ code: "ECONNREFUSED" });
});
