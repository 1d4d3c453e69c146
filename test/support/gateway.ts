import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A way to a server on this machine that can be cut: what runs through it breaks, and nothing new gets through. */
export interface Gateway {
  port: number;
  cut(): void;
  restore(): void;
  close(): Promise<void>;
}

/** Listens on a free loopback port; `open: false` begins cut. */
export async function startGateway(targetPort: number, { open = true } = {}): Promise<Gateway> {
  const sockets = new Set<Socket>();
  let isOpen = open;
  const server = createServer((inner) => {
    if (!isOpen) return inner.destroy();
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
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    isOpen = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    restore() {
      isOpen = true;
    },
    async close() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
