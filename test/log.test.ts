import { describe, expect, it } from "@jest/globals";
import { createLog } from "../src/log.js";

describe("the log", () => {
  it.each(["err", "error"])("tells of an error under %s what happened, and no value of the database's", (key) => {
    const lines: string[] = [];
    const log = createLog("test", "info", { write: (line) => void lines.push(line) });
    const cause = Object.assign(new Error("duplicate key"), {
      code: "23505",
      detail: "Key (email)=(maria@example.test)",
    });
    log.warn(
      { [key]: Object.assign(new Error("not stored", { cause }), { detail: "maria@example.test" }) },
      "Activity failed",
    );
    expect(JSON.parse(lines.join(""))).toMatchObject({
      msg: "Activity failed",
      [key]: { message: "not stored", cause: { message: "duplicate key", code: "23505" } },
    });
    expect(lines.join("")).not.toContain("maria@example.test");
  });
});
