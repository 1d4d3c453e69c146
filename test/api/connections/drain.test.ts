import { once } from "node:events";
import { Agent, createServer, get, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { draining } from "../../../src/api/connections/drain.js";
import { listening } from "../../support/listening.js";

const never = 600_000;
let server: Server;
let port: number;
let agent: Agent;
let drain: ReturnType<typeof draining>;

beforeEach(async () => {
  server = createServer({ keepAliveTimeout: never });
  drain = draining([server]);
  ({ port } = await listening(server));
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
});
afterEach(() => {
  agent.destroy();
  server.closeAllConnections();
  server.close();
});

/** Asks by the one connection of the agent. @returns what the server answers with, and what will have come back */
async function ask(): Promise<{ reply: ServerResponse; answer: Promise<IncomingMessage> }> {
  const answer = once(get({ port, host: "127.0.0.1", agent }), "response").then(([response]) => response.resume());
  answer.catch(() => undefined);
  const [, reply] = await once(server, "request");
  return { reply, answer };
}

it("answers what is under way, and ends its connection with the next answer", async () => {
  const first = await ask();
  const drained = drain(never, never);
  await expect(once(get({ port, host: "127.0.0.1" }), "response")).rejects.toThrow("ECONNREFUSED");
  first.reply.end();
  expect((await first.answer).statusCode).toBe(200);
  const second = await ask();
  second.reply.end();
  expect((await second.answer).headers.connection).toBe("close");
  await drained;
});

it("answers what comes on an idle connection just then", async () => {
  const first = await ask();
  first.reply.end();
  await once(await first.answer, "end");
  const drained = drain(never, never);
  const second = await ask();
  second.reply.end();
  expect((await second.answer).headers.connection).toBe("close");
  await drained;
});

it("ends a connection that nobody uses after its answer", async () => {
  const { reply, answer } = await ask();
  const drained = drain(never);
  reply.end();
  await answer;
  await drained;
});

it("ends a connection on which nothing has come, as browsers open them in advance", async () => {
  const ahead = connect(port, "127.0.0.1");
  await Promise.all([once(server, "connection"), once(ahead, "connect")]);
  const ended = once(ahead.resume(), "close");
  await drain(never);
  await ended;
});

it("cuts off what isn't answered in time", async () => {
  const { answer } = await ask();
  await drain(1);
  await expect(answer).rejects.toThrow("socket hang up");
});
