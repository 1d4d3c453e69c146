import { describe, expect, it } from "@jest/globals";
import { applicationUrl } from "../../../src/db/preparation/application-url.js";

describe("the application's address", () => {
  it("names a role of its own after the database, with the password that is given", () => {
    const url = new URL(applicationUrl("postgres://owner:secret@db:5432/studio?sslmode=require", "p@ss"));
    expect([url.username, decodeURIComponent(url.password)]).toEqual(["studio_app", "p@ss"]);
    expect([url.host, url.search]).toEqual(["db:5432", "?sslmode=require"]);
  });

  it("derives the password from the owner's, wherever the address has it", () => {
    const derived = applicationUrl("postgres://owner:secret@db/studio");
    expect(applicationUrl("postgres://db/studio?user=owner&password=secret")).toBe(derived);
    expect(applicationUrl("postgres://owner:other@db/studio")).not.toBe(derived);
    expect(derived).not.toContain("secret");
  });

  it("leads to the same socket, whichever way the owner's address names its folder", () => {
    const named = "postgres://studio_app:p@%2Fvar%2Frun%2Fpostgresql/studio?port=5433";
    for (const owners of [
      "postgres:///studio?host=/var/run/postgresql&port=5433&user=owner&password=secret",
      "postgres://owner:secret@%2Fvar%2Frun%2Fpostgresql/studio?port=5433",
    ])
      expect(applicationUrl(owners, "p")).toBe(named);
  });

  it("asks for a password where the owner's address has none, instead of one that everybody could derive", () => {
    expect(() => applicationUrl("postgres://owner@db/studio")).toThrow(/set APP_DATABASE_PASSWORD/);
  });
});
