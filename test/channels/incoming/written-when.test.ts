import { expect, it } from "@jest/globals";
import { believedArrival, lastWrittenAt, placedWhenLate } from "../../../src/channels/incoming/written-when.js";
import type { Thread } from "../../../src/db/entities/thread.js";
import { dayMs, minuteMs } from "../../../src/domain/calendar/durations.js";

const now = new Date("2026-10-25T00:59:30Z");
const ago = (ms: number) => new Date(now.getTime() - ms);

it.each<[string, Parameters<typeof placedWhenLate>[0], Date | undefined]>([
  ["nothing that says no time", {}, undefined],
  ["nothing of just now", { writtenAt: ago(minuteMs) }, undefined],
  ["nothing of a time to come", { writtenAt: ago(-dayMs) }, undefined],
  ["what is a little older", { writtenAt: ago(minuteMs + 1) }, ago(minuteMs + 1)],
  ["what is nearly eight days old", { writtenAt: ago(8 * dayMs - 1) }, ago(8 * dayMs - 1)],
  ["nothing that says it is older", { writtenAt: ago(8 * dayMs) }, undefined],
  ["a mail, however old, where its mailbox has it", { arrivedAt: ago(90 * dayMs) }, ago(90 * dayMs)],
  ["no mail that came just now, whenever it was written", { arrivedAt: now, writtenAt: ago(dayMs) }, undefined],
])("places at its own time %s", (_, incoming, createdAt) => {
  expect(placedWhenLate(incoming, now)).toEqual(createdAt ? { createdAt } : {});
});

it.each<[string, Date | undefined, Date | null, boolean]>([
  ["a mail that is a day older", ago(2 * dayMs), ago(3 * dayMs), true],
  ["a mail without a date", ago(2 * dayMs), null, true],
  ["a mail that it had a day before it was written", ago(2 * dayMs), ago(dayMs), true],
  ["no mail that it had still earlier", ago(2 * dayMs), ago(dayMs - 1), false],
  ["one that is written a day from now", ago(2 * dayMs), ago(-dayMs - 1), true],
])("believes a mailbox of %s", (_, arrivedAt, writtenAt, isBelieved) => {
  expect(believedArrival(arrivedAt, writtenAt, now)).toEqual(isBelieved ? arrivedAt : undefined);
});

it.each<[string, Date | null, Date | undefined, Date]>([
  ["where it wrote for the first time", null, ago(5), ago(5)],
  ["where its channel tells no time", ago(9), undefined, now],
  ["where what it wrote before comes later", ago(3), ago(5), ago(3)],
  ["where its clock is ahead", ago(3), ago(-5), now],
])("knows when the other side wrote last, also %s", (_, lastInboundAt, writtenAt, expected) => {
  expect(lastWrittenAt({ lastInboundAt } as Thread, writtenAt ? { writtenAt } : {}, now)).toEqual(expected);
});
