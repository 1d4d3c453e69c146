import { describe, expect, it } from "@jest/globals";
import { passwordFault } from "../../../src/accounts/passwords/new-password.js";

const owner = { name: "Anna Verdi", email: "anna@studio.test" };

describe("a new password", () => {
  it.each([
    ["corta", "at least 12"],
    ["x".repeat(1_001), "at most 1,000"],
    ["buongiorno123", "easy to guess"],
    ["francesca1985", "easy to guess"],
    ["juventus1897!", "easy to guess"],
    ["iloveyou1234", "easy to guess"],
    ["anna verdi 12", "easy to guess"],
    ["una password lunga", null],
    ["una frase lunga", null],
    ["abbastanza lunga", null],
  ])("%.20s is judged %s, with the common ones of Italians and of everybody", async (password, fault) => {
    expect(await passwordFault(password, owner)).toEqual(
      fault === null ? null : expect.objectContaining({ en: expect.stringContaining(fault) }),
    );
  });
});
