import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listening } from "./listening.js";
import { answerAsked } from "./model-protocols.js";
import type { ModelReply, ModelRequest } from "./model-script.js";

export type ScriptedReply = ModelReply | ((request: ModelRequest) => ModelReply | Promise<ModelReply>);

export interface ModelServer {
  /** http://127.0.0.1:<port>/v1 */
  url: string;
  /** answers still to be given, in order; more may be pushed at any time */
  script: ScriptedReply[];
  requests: ModelRequest[];
  /** Forgets what it was asked, and answers by this script from now on. */
  restart(...script: ScriptedReply[]): void;
  /** all texts of a request's messages, one after the other */
  textOf(request: ModelRequest | undefined): string;
  /** resolves once so many requests have come */
  waitFor(count: number): Promise<ModelRequest[]>;
  close(): Promise<void>;
}

/**
 * A local server that speaks the protocols of language models: OpenAI's chat completions (streamed where asked) and responses,
 * Anthropic's messages. It answers by its script, and 500 once that is empty.
 */
export async function startModelServer(...script: ScriptedReply[]): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => response.destroy(error));
  });

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString() || "{}");
    const request: ModelRequest = { path: incoming.url ?? "", headers: incoming.headers, body, aborted: false };
    response.once("close", () => {
      request.aborted = !response.writableFinished;
    });
    requests.push(request);
    const next = script.shift() ?? { status: 500, body: { error: { message: "script empty" } } };
    await give(typeof next === "function" ? await next(request) : next, request, response);
  }

  const { url, close } = await listening(server);
  return {
    url: `${url}/v1`,
    script,
    requests,
    restart(...next) {
      requests.length = 0;
      script.splice(0, script.length, ...next);
    },
    textOf: (request) => JSON.stringify(request?.body.messages ?? request?.body.input ?? ""),
    async waitFor(count) {
      for (const end = Date.now() + 120_000; requests.length < count; await new Promise((go) => setTimeout(go, 10)))
        if (Date.now() > end) throw new Error(`${requests.length} of ${count} requests came`);
      return requests;
    },
    close,
  };
}

async function give(reply: ModelReply, request: ModelRequest, response: ServerResponse): Promise<void> {
  if ("silence" in reply) return;
  if ("status" in reply) {
    response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
    response.end(JSON.stringify(reply.body ?? { error: { message: "scripted", type: "scripted" } }));
    return;
  }
  if ("cut" in reply) {
    response.writeHead(200, { "content-type": "application/json", "content-length": "100000" });
    response.write(reply.cut);
    setTimeout(() => response.destroy(), 20);
    return;
  }
  if ("raw" in reply) {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(reply.raw);
    return;
  }
  if ("say" in reply && reply.delayMs) await new Promise((go) => setTimeout(go, reply.delayMs));
  const { contentType, text } = answerAsked(request, reply);
  response.writeHead(200, { "content-type": contentType });
  response.end(text);
}
