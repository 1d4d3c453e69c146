import { createServer } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it } from "@jest/globals";
import pino from "pino";
import { answerClientErrors } from "../../../src/api/connections/client-errors.js";
import { forAllTests } from "../../support/for-tests.js";
import { listening } from "../../support/listening.js";

const server = createServer((request, response) => {
  response.setHeader("X-Request-Id", `of ${request.url}`);
  if (request.url === "/begun") response.write("begun");
  if (request.url === "/answered") response.end("answered");
});
answerClientErrors(server, pino({ level: "silent" }));
const listener = forAllTests(() => listening(server));

const send = (...pieces: string[]): Promise<string> => {
  const socket = connect(listener.port, "127.0.0.1");
  socket.on("data", () => socket.write(pieces.shift() ?? ""));
  socket.write(pieces.shift() ?? "");
  return text(socket);
};
const get = (path: string, ...fields: string[]) => [`GET ${path} HTTP/1.1`, "Host: x", ...fields, "", ""].join("\r\n");

it.each([
  ["no HTTP", "Buongiorno\r\n\r\n", 400, "invalid_input"],
  ["a broken header field", get("/", "Bad Field"), 400, "invalid_input"],
  ["two lengths", get("/", "Content-Length: 2", "Content-Length: 3"), 400, "invalid_input"],
  ["a broken chunk", `${get("/", "Transfer-Encoding: chunked")}zz\r\n`, 400, "invalid_input"],
  ["too large a head", get("/", `X-A: ${"a".repeat(20_000)}`), 431, "headers_too_large"],
])("answers %s with a problem and a request id", async (_, request, status, code) => {
  const [head = "", body = ""] = (await send(request)).split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head).toContain("Content-Type: application/problem+json");
  const [, requestId] = /X-Request-Id: (.+)\r\n/.exec(head) ?? [];
  const { detail, errors, ...problem } = JSON.parse(body);
  expect(problem).toMatchObject({ status, code, requestId });
  expect(errors).toEqual(code === "invalid_input" ? [{ pointer: "", detail }] : undefined);
});

it("gives the request's own id while it is under way, and another one to what comes after it", async () => {
  const under = await send(`${get("/under-way", "Transfer-Encoding: chunked")}zz\r\n`);
  expect(under).toContain("X-Request-Id: of /under-way\r\n");
  expect(under).toContain(`"requestId":"of /under-way"`);
  const after = await send(get("/answered"), "Buongiorno\r\n\r\n");
  expect(after).toMatch(/"requestId":"[0-9a-f-]{36}"/);
});

it("puts no second answer into one that has begun", async () => {
  const answer = await send(get("/begun", "Transfer-Encoding: chunked"), "zz\r\n");
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).not.toContain("invalid_input");
});
