import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { afterEach, expect, it, jest } from "@jest/globals";
import { discardRest } from "../../../src/api/bodies/receive-body.js";

afterEach(() => {
  jest.useRealTimers();
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
