import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { expect, it } from "@jest/globals";
import { connected } from "../../src/admin/backup/connected.js";
import { testServers } from "../support/servers.js";

const slowly = (client: { query(text: string): Promise<unknown> }) => client.query("select pg_sleep(60)");

it("gives up on a Postgres that accepts a connection and says nothing", async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket)).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const url = `postgres://x@127.0.0.1:${(silent.address() as AddressInfo).port}/x`;
  await expect(connected(url, "a test", slowly, { connectMs: 300, silenceMs: 60_000 })).rejects.toThrow("timeout");
  for (const socket of sockets) socket.destroy();
  silent.close();
});

it("gives up on a Postgres that says nothing any more", async () => {
  await expect(
    connected(testServers().adminUrl, "a test", slowly, { connectMs: 60_000, silenceMs: 300 }),
  ).rejects.toThrow("Postgres said nothing");
});
