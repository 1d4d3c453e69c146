import { expect, it } from "@jest/globals";
import { isKnownUnit, isSameUnit, nearestUnit } from "../../src/domain/units.js";
import { expectProportional } from "../support/growth.js";

it("knows the units in use, in all their notations", () => {
  const simple =
    "m, ml, m², mq, mq., MQ, m2, m^2, m³, mc, kg, q.li, t, cad, cad., Cadauno, n., n°, nr, pz, a corpo, A CORPO, corpo, ore, h, gg, %, €, l, 100 kg, kW".split(
      ", ",
    );
  const composed = ["m²/mese", "m³ x km", "mq x cm", "m³/km", "cad/mese", "m² al mese", "mq*gg", "ora/uomo"];
  for (const unit of [...simple, ...composed]) expect([unit, isKnownUnit(unit)]).toEqual([unit, true]);
  for (const unit of ["mxq", "boh", "m4", "qualcosa"]) expect([unit, isKnownUnit(unit)]).toEqual([unit, false]);
});

it("takes two notations of a unit for one", () => {
  expect(isSameUnit("mq.", "m²")).toBe(true);
  expect(isSameUnit("cad", "n.")).toBe(true);
  expect(isSameUnit("m²", "m³")).toBe(false);
});

it("finds what was probably meant by an unknown one, if anything is near", () => {
  expect(nearestUnit("mqq")).toBe("mq");
  expect(nearestUnit("boh!")).toBeNull();
});

it("looks for units in texts of much white space in time that grows with their length", () =>
  expectProportional({
    input: (size) => `Totale${" ".repeat(size)}x`,
    work: (text) => [isKnownUnit(text), isSameUnit(text, "m")],
    small: 4_000,
    large: 64_000,
  }));
