import { describe, expect, it } from "@jest/globals";
import { guessDelayMs } from "../../../src/accounts/limits/limits.js";

describe("the guesses of an account by unknown browsers", () => {
  it("are answered more slowly above a hundred, up to four seconds", () => {
    expect([1, 100, 101, 200, 300, 400, 500, 1_000_000].map(guessDelayMs)).toEqual([
      0, 0, 250, 500, 1_000, 2_000, 4_000, 4_000,
    ]);
  });
});
