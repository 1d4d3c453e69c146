import { expect, it, jest } from "@jest/globals";
import pino from "pino";
import { keepTidy } from "../../src/api/hourly-upkeep.js";
import { startApi } from "../support/caller.js";
import { forAllTests } from "../support/for-tests.js";

const api = forAllTests(startApi);

it("runs soon after the start, then each hour, until it is stopped", async () => {
  const tidied = jest.spyOn(api.app.database, "query");
  jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "Date"] });
  try {
    const rounds = () => tidied.mock.calls.filter(([text]) => text.includes("delete from quota_use")).length;
    const upkeep = keepTidy(api.app.database, pino({ level: "silent" }));
    const after = (minutes: number) => {
      jest.advanceTimersByTime(minutes * 60_000);
      return rounds();
    };
    expect([after(0.5), after(1), after(58), after(2), after(60)]).toEqual([0, 1, 1, 2, 3]);
    upkeep.stop();
    expect(after(120)).toBe(3);
  } finally {
    jest.useRealTimers();
  }
});
