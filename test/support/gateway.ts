import { connect, createServer, type Socket } from "node:net";
import { listening } from "./listening.js";

/** A way to a server on this machine that can be cut: what runs through it breaks, and nothing new gets through. */
export interface Gateway {
  port: number;
  cut(): void;
  /** Takes connections and what comes by them, and passes nothing on, nor ever will on these. */
  silence(): void;
  restore(): void;
  close(): Promise<void>;
}

/** Listens on a free loopback port; `open: false` begins cut. */
export async function startGateway(targetPort: number, { open = true } = {}): Promise<Gateway> {
  const sockets = new Set<Socket>();
  let isOpen = open;
  let isSilent = false;
  const server = createServer((inner) => {
    if (!isOpen) return inner.destroy();
    if (isSilent) return void sockets.add(inner.on("error", () => undefined).resume());
    const outer = connect(targetPort, "127.0.0.1");
    for (const [one, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(one);
      one.on("error", () => undefined);
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const { port, close } = await listening(server);
  const cut = () => {
    isOpen = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    cut,
    silence() {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().resume();
    },
    restore() {
      isOpen = true;
      isSilent = false;
    },
    async close() {
      cut();
      await close();
    },
  };
}
