import { describe, expect, it } from "@jest/globals";
import { checkJson } from "../../../src/actions/dispatch/check-json.js";

describe("checkJson", () => {
  it("counts the entries of lists and objects, at fault or not", () => {
    const body = (text: string) => ({ a: [1, { b: text }, [], null], c: { d: {} } });
    expect(checkJson(body("à"))).toEqual({ errors: [], count: 0, values: 8 });
    expect(checkJson(body("\0"))).toMatchObject({ count: 1, values: 8 });
    expect(checkJson("text")).toEqual({ errors: [], count: 0, values: 0 });
  });

  it("finds each fault with its place", () => {
    const body = JSON.parse('{"a": ["\\u0000", 1e999, {"\\ud800": "\\udfff"}], "__proto__": 1}');
    expect(checkJson(body).errors.sort((one, other) => one.pointer.localeCompare(other.pointer))).toEqual([
      { pointer: "/__proto__", detail: "is not a property here" },
      { pointer: "/a/0", detail: "must not contain the NUL character" },
      { pointer: "/a/1", detail: "must be a finite number" },
      { pointer: "/a/2/\ud800", detail: "must not contain half of a surrogate pair" },
      { pointer: "/a/2/\ud800", detail: "must not contain half of a surrogate pair" },
    ]);
  });

  it("finds a key at fault in the last of many objects with the same keys", () => {
    const body = Array.from({ length: 2_000 }, (_, n) => ({ [`k${n}`]: 1, same: "x" }));
    body.push({ "bad\0": 1, same: "x" });
    expect(checkJson(body)).toMatchObject({ count: 1, errors: [{ pointer: "/2000/bad\0" }] });
  });
});
