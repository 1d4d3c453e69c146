import { expect, it } from "@jest/globals";
import { overdueTaskTitle, overdueTaskTitles } from "../../src/domain/overdue.js";
import { projectTypes } from "../../src/domain/vocabulary.js";

const deadline = new Date("2026-10-31");
const titleOf = (type: (typeof projectTypes)[number]) => overdueTaskTitle(type, deadline, "Europe/Rome");

it("asks for an attestation only where silence can mean consent", () => {
  const asking = projectTypes.filter((type) => titleOf(type).includes("attestazione"));
  expect(asking).toEqual(["generic", "permesso_di_costruire"]);
  expect(titleOf("scia")).toBe("Termine decorso: verificare che l'ente non abbia vietato i lavori (31 ottobre 2026)");
});

it("is found under every title that it can have", () => {
  expect(overdueTaskTitles(deadline, "Europe/Rome")).toEqual(projectTypes.map(titleOf));
});
