import { connect } from "node:net";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { startApi } from "../support/caller.js";
import { eventually } from "../support/eventually.js";
import { organization } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";

let lines: string[] = [];
const api = forAllTests(() => startApi({ logged: { write: (line) => void lines.push(line) } }));
const org = forAllTests(() => organization(api));
beforeEach(() => {
  lines = [];
});

const requests = () => lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "request");
const requestsOnce = (count: number) => eventually(async () => (requests().length < count ? undefined : requests()));
const [debug, info] = [20, 30];

describe("the log of requests", () => {
  it("has a line for each, with ids and sizes, and nothing that was written", async () => {
    const name = "Ristrutturazione di casa Bianchi";
    const { headers } = await org.call("create_project", { name });
    await fetch(`${api.url}/mailbox/Rossi?q=Bianchi`);
    const [first, second] = await requestsOnce(2);
    expect(first).toMatchObject({
      level: info,
      requestId: headers.get("x-request-id"),
      method: "POST",
      route: "/api/rest/actions/create_project",
      status: 200,
      organizationId: org.organizationId,
      keyId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(first.ms).toBeGreaterThan(0);
    expect(first.bytesIn).toBeGreaterThan(name.length);
    expect(first.bytesOut).toBeGreaterThan(Number(headers.get("content-length")));
    expect(second).toMatchObject({ method: "GET", route: "unknown", status: 404 });
    expect(second).not.toHaveProperty("organizationId");
    expect(lines.join("")).not.toMatch(/Bianchi|Rossi/);
  });

  it("counts the bytes of each request of a connection by themselves", async () => {
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    const ask = async (count: number) => {
      socket.write("GET /docs HTTP/1.1\r\nHost: localhost\r\n\r\n");
      await requestsOnce(count);
    };
    await ask(1);
    await ask(2);
    socket.destroy();
    const [first, second] = requests();
    expect([first.bytesIn, first.bytesOut]).toEqual([second.bytesIn, second.bytesOut]);
    expect(first.bytesIn).toBe("GET /docs HTTP/1.1\r\nHost: localhost\r\n\r\n".length);
  });

  it("tells of health checks and assets at debug alone", async () => {
    for (const path of ["/healthz", "/metrics", "/assets/pratica.css"]) await fetch(`${api.url}${path}`);
    expect((await requestsOnce(3)).map(({ level }) => level)).toEqual([debug, debug, debug]);
  });
});
