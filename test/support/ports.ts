import { randomInt } from "node:crypto";
import { isPortFree } from "../../src/launch/ports.js";

/**
 * A TCP port of loopback that is free, and stays so while whoever has it is killed and started again: the system gives the ports from
 * 32,768 on to any connection, and other tests those that they ask it for.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_000);
    if (await isPortFree(port)) return port;
  }
}
