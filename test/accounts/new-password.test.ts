import { describe, expect, it } from "@jest/globals";
import { faultOfPassword } from "../../src/accounts/new-password.js";

const owner = { name: "Anna Verdi", email: "anna@studio.test" };

describe("a new password", () => {
  it.each([
    ["corta", "too_short"],
    ["x".repeat(1_001), "too_long"],
    ["buongiorno123", "guessable"],
    ["francesca1985", "guessable"],
    ["juventus1897!", "guessable"],
    ["iloveyou1234", "guessable"],
    ["anna verdi 12", "guessable"],
    ["una password lunga", null],
    ["una frase lunga", null],
    ["abbastanza lunga", null],
  ])("%.20s is judged %s, with the common ones of Italians and of everybody", async (password, fault) => {
    expect(await faultOfPassword(password, owner)).toBe(fault);
  });
});
