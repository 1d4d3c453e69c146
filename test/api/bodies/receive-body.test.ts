import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { afterEach, expect, it, jest } from "@jest/globals";
import type { Context } from "koa";
import { BytesInFlight } from "../../../src/api/bodies/bytes-in-flight.js";
import { discardRest, receiveBody } from "../../../src/api/bodies/receive-body.js";
import { ActionError } from "../../../src/domain/errors.js";

afterEach(() => {
  jest.useRealTimers();
});

const caller = { organizationId: "a", userId: "anna", keyId: null };

/** Receives a body of 100 bytes at most, of which a request brings the first. */
function receiving(
  inFlight: BytesInFlight,
  bytes: number,
  bounds: { uncountedBytes?: number; longestMs?: number } = {},
) {
  const request = new PassThrough();
  request.write(Buffer.alloc(bytes));
  const ctx = { req: request, res: new PassThrough(), get: () => "", set: () => undefined } as unknown as Context;
  const tooLarge = () => new ActionError("too_large", "too large");
  const body = receiveBody(ctx, { share: inFlight.open(caller), maxBytes: 100, tooLarge, ...bounds });
  return { request, body };
}

it("counts nothing of a body that was refused, while its rest is awaited", async () => {
  const inFlight = new BytesInFlight({ ofMember: 100, ofOrganization: 100, total: 100 });
  const { request, body } = receiving(inFlight, 60);
  await new Promise(setImmediate);
  expect(() => inFlight.requireRoom(caller, 41)).toThrow("at once");
  request.write(Buffer.alloc(41));
  await new Promise(setImmediate);
  inFlight.requireRoom(caller, 100);
  request.end();
  await expect(body).rejects.toThrow("too large");
});

it("counts nothing of what comes uncounted, and takes that where nothing else is taken any more", async () => {
  const inFlight = new BytesInFlight({ ofMember: 50, ofOrganization: 50, total: 50 });
  inFlight.open(caller).keep(50);
  for (const [bytes, length] of [
    [60, 60],
    [61, null],
  ] as const) {
    const { request, body } = receiving(inFlight, bytes, { uncountedBytes: 60 });
    request.end();
    expect(
      await body.then(
        (whole) => whole.length,
        () => null,
      ),
    ).toBe(length);
  }
});

it("gives up a body that has its own time, and holds nothing of it from then on", async () => {
  jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick"] });
  const inFlight = new BytesInFlight({ ofMember: 100, ofOrganization: 100, total: 100 });
  const { request, body } = receiving(inFlight, 60, { longestMs: 10_000 });
  await new Promise(setImmediate);
  jest.advanceTimersByTime(9_999);
  expect(() => inFlight.requireRoom(caller, 41)).toThrow("at once");
  jest.advanceTimersByTime(1);
  await new Promise(setImmediate);
  inFlight.requireRoom(caller, 100);
  request.end();
  await expect(body).rejects.toMatchObject({ code: "too_slow" });
});

it("discards the rest of a body for two seconds in all, whoever asks for it again", async () => {
  jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick"] });
  const request = new PassThrough() as unknown as IncomingMessage;
  const discarding = discardRest(request, null);
  jest.advanceTimersByTime(2_000);
  await discarding;
  await discardRest(request, null);
  expect(request.listenerCount("data")).toBe(1);
});
