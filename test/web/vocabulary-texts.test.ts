import { expect, it } from "@jest/globals";
import { areas } from "../../src/domain/permissions.js";
import { areaNames } from "../../src/web/vocabulary-texts.js";

it.each(areas)("calls the area %s on English pages as its permissions do, which errors name", (area) => {
  expect(areaNames[area].en.toLowerCase().replaceAll(" ", "_")).toBe(area);
});
