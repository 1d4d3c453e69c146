import { expect, it } from "@jest/globals";
import { BytesInFlight } from "../../../src/api/bodies/bytes-in-flight.js";
import { createAnswers } from "../../../src/api/lane/answers.js";
import type { Lane } from "../../../src/api/lane/lane.js";
import type { RestCall } from "../../../src/api/rest/call.js";

it("carries out nothing in the lane for those who don't read the large answers that they have", async () => {
  const answersInFlight = new BytesInFlight({ ofMember: 100, ofOrganization: 100, total: 100 });
  const carriedOut: string[] = [];
  const run = async (_job: object, _options: object, begins?: () => Promise<void>) => {
    await begins?.();
    carriedOut.push("one");
  };
  const lane = { run } as unknown as Lane;
  const parts = { answersInFlight, lane, database: {} } as Parameters<typeof createAnswers>[0];
  const caller = { organizationId: "a", userId: "anna", keyId: null };
  const call = { caller, body: [new Uint8Array(100_000)] } as unknown as RestCall;
  const { answerRest } = createAnswers(parts);
  const unread = answersInFlight.open(caller);
  unread.keep(101);
  await expect(answerRest(call, { client: new AbortController() })).rejects.toMatchObject({ code: "rate_limited" });
  expect(carriedOut).toEqual([]);
  unread.release();
  await answerRest(call, { client: new AbortController() });
  expect(carriedOut).toEqual(["one"]);
});
