import { expect, it } from "@jest/globals";
import { resumedTerm, resumptionOf } from "../../../src/domain/clocks/resumed-term.js";

const rome = "Europe/Rome";
const at = (text: string) => new Date(text);

it("counts the days that remained from the day after the filing, and isn't moved from a holiday", () => {
  expect(resumedTerm("cila", 30, at("2026-11-24T23:30:00Z"), rome)).toMatchObject({
    rule: "L241_SUSP",
    effect: "resumed",
    endsAt: at("2026-12-25"),
  });
  expect(resumedTerm("scia", 1, at("2026-11-25"), rome).explanation).toContain("the 1 day that remained");
});

it("says that a SCIA in remedy has its whole term again", () => {
  const told = (type: "scia" | "cila") => resumedTerm(type, 1, at("2026-11-25"), rome).explanation + resumptionOf(type);
  expect(told("scia")).toMatch(/sanatoria.*begin anew.*sanatoria.*begin anew/);
  expect(told("cila")).not.toContain("sanatoria");
});

it("says when the days that remained would end after the notice of a refusal, of what is applied for", () => {
  for (const type of ["permesso_di_costruire", "generic"] as const) {
    expect(resumedTerm(type, 24, at("2026-11-27"), rome).explanation).toMatch(
      /go on 10 days later instead, and end on 2026-12-31 \(L\. 241\/1990, art\. 10-bis/,
    );
    expect(resumptionOf(type)).toMatch(/go on 10 days later instead \(L\. 241\/1990, art\. 10-bis/);
  }
  for (const type of ["scia", "cila", "catastale", "perizia"] as const)
    expect(resumedTerm(type, 24, at("2026-11-27"), rome).explanation + resumptionOf(type)).not.toContain("10-bis");
  const byProposal = "40 days from the proposal in place of 30 (D.P.R. 380/2001, art. 20, comma 6)";
  expect(resumedTerm("permesso_di_costruire", 24, at("2026-11-27"), rome).explanation).toContain(byProposal);
  expect(resumptionOf("permesso_di_costruire")).toContain(byProposal);
  expect(resumptionOf("generic")).not.toContain(byProposal);
});

it("names no law of an authority for a term that a court or a client has set", () => {
  const { rule, effect, endsAt, explanation } = resumedTerm("perizia", 20, at("2026-07-20"), rome);
  expect([rule, effect, endsAt]).toEqual(["SET_TERM", "resumed", at("2026-08-09")]);
  for (const text of [explanation, resumptionOf("perizia")]) {
    expect(text).toContain("skip August");
    expect(text).not.toContain("241/1990");
  }
});

it("begins anew for a permesso di costruire", () => {
  expect(resumedTerm("permesso_di_costruire", 7, at("2026-07-06"), rome)).toMatchObject({
    rule: "PDC_INTEG_REQ",
    effect: "restarted",
    endsAt: at("2026-10-04"),
  });
  expect(resumptionOf("permesso_di_costruire")).toMatch(/^Whatever remained, the whole term .* begins anew/);
  expect(resumptionOf("cila")).toMatch(/^The days that remained go on/);
});
