import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { isLoopbackHost } from "../../config.js";
import { codeOf } from "../../db/error-code.js";
import { freePort } from "../ports.js";

export interface UiAddress {
  uiIp: string;
  uiPort: number;
}

/**
 * Where Temporal's Web UI listens: at a loopback address and port that a page elsewhere can't guess. A machine that has no other
 * loopback address than 127.0.0.1 (macOS) gets that one.
 */
export async function hiddenUiAddress(): Promise<UiAddress> {
  const uiIp = `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;
  try {
    return { uiIp, uiPort: await freePort(uiIp) };
  } catch (error) {
    if (codeOf(error) !== "EADDRNOTAVAIL") throw error;
    return { uiIp: "127.0.0.1", uiPort: await freePort() };
  }
}

/**
 * The public side of Temporal's Web UI, at `port` of 127.0.0.1 until `signal` aborts. The UI asks nobody who they are and answers any
 * `Host`. So a page elsewhere whose name is made to resolve to 127.0.0.1 (DNS rebinding) could read and end every workflow: only
 * requests that name this machine pass.
 */
export async function openUiGate(port: number, ui: UiAddress, signal: AbortSignal): Promise<void> {
  const server = createServer((incoming, answer) => passOn(ui, incoming, answer));
  server.listen({ port, host: "127.0.0.1" });
  await once(server, "listening");
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  if (signal.aborted) close();
  else signal.addEventListener("abort", close, { once: true });
}

function passOn({ uiIp, uiPort }: UiAddress, incoming: IncomingMessage, answer: ServerResponse): void {
  const { method, url: path, headers } = incoming;
  if (!isLoopbackHost(headers.host ?? "")) {
    refuse(answer, 421, "Temporal's Web UI answers as localhost only.");
    return;
  }
  const passed = request({ host: uiIp, port: uiPort, method, path, headers }, (given) => {
    answer.writeHead(given.statusCode ?? 502, given.headers);
    // Either side may end early: the other one then ends too, and nobody is left to tell.
    pipeline(given, answer, () => undefined);
  });
  passed.once("error", () => {
    if (answer.headersSent) answer.destroy();
    else refuse(answer, 502, "Temporal's Web UI doesn't answer at the moment.");
  });
  answer.once("close", () => passed.destroy());
  incoming.pipe(passed);
}

function refuse(answer: ServerResponse, status: number, message: string): void {
  answer.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" }).end(`${message}\n`);
}
