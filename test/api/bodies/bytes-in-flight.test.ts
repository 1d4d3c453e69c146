import { createServer } from "node:http";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import Koa from "koa";
import { pino } from "pino";
import { BytesInFlight } from "../../../src/api/bodies/bytes-in-flight.js";
import { readJsonBody } from "../../../src/api/bodies/json-body.js";
import { handleFailures } from "../../../src/api/failures.js";
import type { Caller } from "../../../src/domain/permissions.js";
import { eventually } from "../../support/eventually.js";
import { closedAfterTest } from "../../support/for-tests.js";
import { listening } from "../../support/listening.js";

/** A server that reads bodies, each by the caller whose organization and member the path names. @returns its address */
async function startReader(inFlight: BytesInFlight): Promise<string> {
  const koa = new Koa();
  koa.silent = true;
  koa.use(handleFailures(pino({ level: "silent" }), { note: () => undefined }));
  koa.use(async (ctx) => {
    const [, organizationId, userId = null] = ctx.path.split("/");
    const caller = { organizationId, userId, keyId: null } as Caller;
    ctx.body = { bytes: (await readJsonBody(ctx, { maxBytes: 1_000, caller, inFlight })).length };
  });
  return closedAfterTest(await listening(createServer(koa.callback()))).url;
}

/** Sends the beginning of a body, and no more. */
async function hold(url: string, path: string, bytes: number) {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  const head = [`POST ${path} HTTP/1.1`, "Host: x", "Content-Type: application/json", "Content-Length: 1000"];
  socket.write(`${head.join("\r\n")}\r\n\r\n${" ".repeat(bytes)}`);
  return socket;
}

const send = (url: string, path: string, bytes: number) =>
  fetch(url + path, { method: "POST", headers: { "content-type": "application/json" }, body: " ".repeat(bytes) });
const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;

describe("bytes in flight", () => {
  it("are bounded for each caller, and free again when the request ends, however it ends", async () => {
    const url = await startReader(new BytesInFlight({ ofMember: 1_000, ofOrganization: 1_000, total: 10_000 }));
    const held = await hold(url, "/a", 900);
    await eventually(async () => (await send(url, "/a", 200)).status === 429);
    const refused = await send(url, "/a", 200);
    expect([await codeOf(refused), Number(refused.headers.get("retry-after")) > 0]).toEqual(["rate_limited", true]);
    expect((await send(url, "/a", 50)).status).toBe(200);
    expect((await send(url, "/b", 1_000)).status).toBe(200);
    held.destroy();
    await eventually(async () => (await send(url, "/a", 1_000)).status === 200);
    for (let n = 0; n < 5; n++) expect((await send(url, "/a", 1_000)).status).toBe(200);
  });

  it("of one member leave room for the others of the organization", async () => {
    const url = await startReader(new BytesInFlight({ ofMember: 600, ofOrganization: 1_000, total: 10_000 }));
    const held = await hold(url, "/a/viewer", 550);
    await eventually(async () => (await send(url, "/a/viewer", 100)).status === 429);
    expect((await send(url, "/a/owner", 400)).status).toBe(200);
    expect((await send(url, "/a/owner", 500)).status).toBe(429);
    held.destroy();
    await eventually(async () => (await send(url, "/a/viewer", 600)).status === 200);
  });

  it("are bounded in all", async () => {
    const url = await startReader(new BytesInFlight({ ofMember: 1_000, ofOrganization: 1_000, total: 1_500 }));
    const held = [await hold(url, "/a", 900), await hold(url, "/b", 500)];
    await eventually(async () => (await send(url, "/c", 200)).status === 503);
    const refused = await send(url, "/c", 200);
    expect([await codeOf(refused), refused.headers.get("retry-after")]).toEqual(["unavailable", "2"]);
    expect((await send(url, "/c", 100)).status).toBe(200);
    for (const socket of held) socket.destroy();
    await eventually(async () => (await send(url, "/c", 1_000)).status === 200);
  });
});

it("bytes of answers are counted beyond every bound, so that no more is begun until they have left", () => {
  const inFlight = new BytesInFlight({ ofMember: 100, ofOrganization: 200, total: 300 });
  const of = (organizationId: string, userId: string) => ({ organizationId, userId, keyId: null });
  const room = (caller: ReturnType<typeof of>) => {
    try {
      inFlight.requireRoom(caller);
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  const share = inFlight.open(of("a", "viewer"));
  share.keep(150);
  expect([room(of("a", "viewer")), room(of("a", "owner")), room(of("b", "owner"))]).toEqual([
    "rate_limited",
    undefined,
    undefined,
  ]);
  share.keep(60);
  expect([room(of("a", "owner")), room(of("b", "owner"))]).toEqual(["rate_limited", undefined]);
  share.keep(100);
  expect(room(of("b", "owner"))).toBe("unavailable");
  share.release();
  expect([room(of("a", "viewer")), room(of("b", "owner"))]).toEqual([undefined, undefined]);
});

describe("the pieces of bodies", () => {
  const kilobytes = 64 * 1024;
  // No pause grows shorter while the test itself waits for the processor.
  beforeEach(() => {
    jest.spyOn(performance, "now").mockReturnValue(0);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it("come one after another where they are one member's, and delay no other member but as one request would", () => {
    const inFlight = new BytesInFlight();
    const open = (organizationId: string, userId: string) => inFlight.open({ organizationId, userId, keyId: null });
    const many = Array.from({ length: 500 }, () => open("a", "guest"));
    for (const share of many) share.add(8);
    for (const share of many) share.pauseMs(kilobytes);
    expect(many[0]?.pauseMs(kilobytes)).toBeGreaterThan(400);
    expect(open("a", "third").pauseMs(kilobytes)).toBe(0);
    expect(open("b", "owner").pauseMs(kilobytes)).toBe(0);
  });

  it("come without a pause up to 4 MB, and then at 64 MB a second", () => {
    const share = new BytesInFlight().open({ organizationId: "a", userId: "owner", keyId: null });
    share.add(8);
    expect(share.pauseMs(4_000 * 1024)).toBe(0);
    expect(share.pauseMs(64_000 * 1024)).toBeGreaterThan(900);
    expect(share.pauseMs(kilobytes)).toBeGreaterThan(900);
  });
});
