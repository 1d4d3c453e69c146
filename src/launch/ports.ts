import { createServer } from "node:net";
import { codeOf } from "../db/error-code.js";

function listenOnce(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(port, host, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : port));
    });
  });
}

/** A TCP port that is free at the moment. @throws Error with code EADDRNOTAVAIL if the machine hasn't this address */
export const freePort = (host = "127.0.0.1"): Promise<number> => listenOnce(0, host);

/** Why no server could listen on this port now, as the error's code; null: one could. An address family that the machine lacks is ignored. */
export async function obstacleTo(port: number, hosts: string[] = ["127.0.0.1", "::1"]): Promise<string | null> {
  for (const host of hosts) {
    try {
      await listenOnce(port, host);
    } catch (error) {
      const code = codeOf(error);
      if (code !== "EADDRNOTAVAIL" && code !== "EAFNOSUPPORT") return code;
    }
  }
  return null;
}

/** Whether a server could listen on this port of loopback now. */
export const isPortFree = async (port: number): Promise<boolean> => (await obstacleTo(port)) === null;
