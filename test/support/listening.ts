import type { AddressInfo, Server, Socket } from "node:net";

export interface Listening {
  port: number;
  /** http://127.0.0.1:<port> */
  url: string;
  /** what is connected to it now */
  sockets: Set<Socket>;
  /** Also ends what is connected to it. */
  close(): Promise<void>;
}

/** Has a server listen on a free loopback port; of connections that break nothing is heard. */
export async function listening(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket.on("error", () => undefined).on("close", () => sockets.delete(socket)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    sockets,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
