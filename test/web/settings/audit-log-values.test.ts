import { expect, it } from "@jest/globals";
import { wordText } from "../../../src/web/settings/audit-log/value-texts.js";

it.each([
  "1 day",
  "30 days for 2026-12-01T00:00:00.000Z",
  "due",
  "overdue for 2026-12-01T00:00:00.000Z",
  "passed for 2026-12-01T00:00:00.000Z",
  "needs reply since 2026-12-01T00:00:00.000Z",
  "delivery failed",
  "message failed",
  "message partly failed",
  "message partly failed 2",
  "message delivered",
  "message uncertain",
  "login refused pec 2026-12-01T00:00:00.000Z",
  "unread email 2026-12-01T00:00:00.000Z",
])("has Italian words for the notice %s, and shows no other", (name) => {
  const text = wordText("message", "notice", name, "it");
  expect(text).not.toBe(name);
  expect(text).not.toMatch(/\b(for|since|day|failed|delivered)\b|20\d\d/);
});
