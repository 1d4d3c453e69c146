import { describe, expect, it } from "@jest/globals";
import { isWithdrawn, surelyWithdrawn, withdrawal } from "../../../src/domain/messages/withdrawn.js";

describe("a withdrawn mail", () => {
  const [surely, perhaps] = [null, new Date()].map((attemptedAt) =>
    withdrawal("revision 2 was sent instead", { attemptedAt }),
  );

  it("says why, and whether it may have arrived", () => {
    expect(surely).toEqual({ status: "failed", error: "not sent: revision 2 was sent instead" });
    expect(perhaps).toEqual({
      status: "uncertain",
      error: "not sent again: revision 2 was sent instead; whether it arrived before isn't known",
    });
  });

  it("is as if it had never been handed over once the last attempt is known to be in vain", () => {
    for (const mark of [surely, perhaps]) expect(surelyWithdrawn(mark?.error ?? "")).toEqual(surely);
  });

  it("is told from one that failed, is queued or was sent", () => {
    expect([surely, perhaps].map((mark) => isWithdrawn(mark as never))).toEqual([true, true]);
    for (const error of [null, "550 5.1.1 not sent: no such user", "its PDF can't be made"])
      expect(isWithdrawn({ status: "failed", error })).toBe(false);
    for (const status of ["queued", "sent", null] as const)
      expect(isWithdrawn({ status, error: "not sent: x" })).toBe(false);
  });
});
