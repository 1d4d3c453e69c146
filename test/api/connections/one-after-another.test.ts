import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { connect, type Socket } from "node:net";
import { expect, it } from "@jest/globals";
import Koa from "koa";
import { oneAfterAnother } from "../../../src/api/connections/one-after-another.js";
import { eventually } from "../../support/eventually.js";
import { closedAfterTest } from "../../support/for-tests.js";
import { listening } from "../../support/listening.js";

/** Answers one request of each connection after the other. */
async function serve(handle: RequestListener) {
  const server = createServer(oneAfterAnother(handle));
  const { port } = closedAfterTest(await listening(server));
  return { server, port };
}

/** A server that begins with a path once it is asked for, and answers it once it is let go. */
async function startServer() {
  const begun: string[] = [];
  const waiting = new Map<string, () => void>();
  const koa = new Koa().use(async (ctx) => {
    begun.push(ctx.path);
    await new Promise<void>((resolve) => waiting.set(ctx.path, resolve));
    ctx.body = `${ctx.path} answered\n`;
  });
  return { ...(await serve(koa.callback())), begun, letGo: (path: string) => waiting.get(path)?.() };
}

/** Asks for paths without waiting for answers. */
function pipeline(port: number, paths: string[]) {
  const socket = connect(port, "127.0.0.1");
  let heard = "";
  socket.setEncoding("utf8").on("data", (text) => {
    heard += text;
  });
  // It is reset where the server closes it with something unread, as after each test.
  socket.on("error", () => undefined);
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(""));
  return { socket, answered: () => heard.match(/\S+(?= answered)/g) ?? [] };
}

it("requests of one connection are begun once the one before is answered, and others' meanwhile", async () => {
  const { port, begun, letGo } = await startServer();
  const { answered } = pipeline(port, ["/1", "/2", "/3"]);
  await eventually(async () => begun.includes("/1"));
  pipeline(port, ["/other"]);
  await eventually(async () => begun.includes("/other"));
  expect(begun).toEqual(["/1", "/other"]);
  for (const path of ["/1", "/2", "/3"]) {
    await eventually(async () => begun.includes(path));
    letGo(path);
  }
  await eventually(async () => answered().length === 3);
  expect([answered(), begun]).toEqual([
    ["/1", "/2", "/3"],
    ["/1", "/other", "/2", "/3"],
  ]);
});

it("what a client sent ahead is never begun once it has left", async () => {
  const { server, port, begun, letGo } = await startServer();
  const connected = once(server, "connection") as Promise<[Socket]>;
  const { socket } = pipeline(port, ["/1", "/2", "/3"]);
  await eventually(async () => begun.includes("/1"));
  const [incoming] = await connected;
  const left = once(incoming, "close");
  socket.destroy();
  await left;
  letGo("/1");
  pipeline(port, ["/other"]);
  await eventually(async () => begun.includes("/other"));
  expect(begun).toEqual(["/1", "/other"]);
});

it("answers a hundred requests that are sent ahead in their order, with turns for others between them", async () => {
  const turns: string[] = [];
  const { port } = await serve((request, answer) => {
    turns.push(request.url ?? "");
    // Long enough for another request to arrive before the last of a hundred.
    setTimeout(() => answer.end(`${request.url} answered\n`), 5);
  });
  const paths = Array.from({ length: 100 }, (_, n) => `/${n}`);
  const other = pipeline(port, ["/other"]);
  await eventually(async () => other.answered().length === 1);
  const many = pipeline(port, paths);
  await eventually(async () => turns.includes("/0"));
  other.socket.write("GET /between HTTP/1.1\r\nHost: x\r\n\r\n");
  await eventually(async () => many.answered().length === paths.length);
  expect(many.answered()).toEqual(paths);
  expect(turns).toContain("/between");
  expect(turns.indexOf("/between")).toBeLessThan(turns.indexOf("/99"));
});

it("closes a connection that has thousands of requests wait, and begins with none of them", async () => {
  const { port, begun } = await startServer();
  const paths = Array.from({ length: 5_000 }, (_, n) => `/${n}`);
  const { socket } = pipeline(port, paths);
  await new Promise((resolve) => socket.once("close", resolve));
  expect(begun).toEqual(["/0"]);
});

it("reads the body of a request that waited", async () => {
  const bodies: number[] = [];
  const { port } = await serve(async (request, answer) => {
    let bytes = 0;
    for await (const chunk of request) bytes += chunk.length;
    bodies.push(bytes);
    setTimeout(() => answer.end("/ answered\n"), 20);
  });
  const { socket, answered } = pipeline(port, ["/first"]);
  const body = "x".repeat(500_000);
  for (let n = 0; n < 3; n++)
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  await eventually(async () => answered().length === 4);
  expect(bodies).toEqual([0, body.length, body.length, body.length]);
});
