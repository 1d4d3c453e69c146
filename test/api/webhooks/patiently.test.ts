import { expect, it } from "@jest/globals";
import { patiently } from "../../../src/api/webhooks/patiently.js";
import { hourMs } from "../../../src/domain/calendar/durations.js";
import { withClockSet } from "../../support/set-clock.js";

it("waits for the database with a hundred calls, and with no more, since each holds a body", async () => {
  let isBack = false;
  const work = async () => {
    if (!isBack) throw Object.assign(new Error("starting up"), { code: "57P03" });
    return "taken";
  };
  const calls = Array.from({ length: 101 }, () => patiently(work));
  await expect(calls.pop()).rejects.toThrow("starting up");
  isBack = true;
  expect(new Set(await Promise.all(calls))).toEqual(new Set(["taken"]));
  expect(await patiently(work)).toBe("taken");
});

it("waits as long where the clock is set an hour ahead meanwhile", async () => {
  let tries = 0;
  const work = async () => {
    if (++tries < 3) throw Object.assign(new Error("starting up"), { code: "57P03" });
    return "taken";
  };
  const taken = patiently(work);
  expect(await withClockSet({ setMs: hourMs }, () => taken)).toBe("taken");
});

it("tries nothing again that failed by something else", async () => {
  let tries = 0;
  const work = async () => {
    tries++;
    throw new Error("a fault");
  };
  await expect(patiently(work)).rejects.toThrow("a fault");
  expect(tries).toBe(1);
});
