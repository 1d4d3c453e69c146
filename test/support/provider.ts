import { createServer, type IncomingHttpHeaders } from "node:http";
import { listening } from "./listening.js";

export interface ProviderCall {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

type ProviderReply = { status: number; body: unknown; headers?: Record<string, string> } | "silence";

/** A provider's HTTP server on a free loopback port. It answers as and when the test says, and keeps what it was sent. */
export async function startProvider(answer: (call: ProviderCall) => ProviderReply | Promise<ProviderReply>) {
  const calls: ProviderCall[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const call = { path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks).toString("latin1") };
    calls.push(call);
    const reply = await answer(call);
    if (reply === "silence") return void request.socket.destroy();
    response
      .writeHead(reply.status, { "content-type": "application/json", ...reply.headers })
      .end(typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body));
  });
  const { url, close } = await listening(server);
  return { url, calls, close };
}
