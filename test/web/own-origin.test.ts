import { expect, it } from "@jest/globals";
import { isOwnOrigin } from "../../src/web/own-origin.js";

const [here, studio] = ["http://localhost:3000", "https://pratica.studio.test"];

it.each([
  [undefined, here],
  [here, here],
  ["http://127.0.0.1:3000", here],
  ["http://127.0.0.2:3000", here],
  ["http://[::1]:3000", here],
  [here, "http://127.0.0.2:3000"],
  [studio, studio],
])("a page of %s may speak to %s", (origin, baseUrl) => {
  expect(isOwnOrigin(origin, baseUrl)).toBe(true);
});

it.each([
  ["http://localhost:3001", here],
  ["https://localhost:3000", here],
  ["http://127.0.0.1.evil.test:3000", here],
  ["http://localhost.evil.test:3000", here],
  ["null", here],
  [here, studio],
  ["http://127.0.0.1:3000", studio],
])("a page of %s may not speak to %s", (origin, baseUrl) => {
  expect(isOwnOrigin(origin, baseUrl)).toBe(false);
});
