import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "@jest/globals";
import {
  loadSecrets,
  readSecrets,
  type Secrets,
  secretsFile,
  writeSecrets,
} from "../../../src/launch/data-dir/secrets.js";

const dataDir = mkdtempSync(path.join(tmpdir(), "pratica-secrets-"));
afterAll(() => rmSync(dataDir, { recursive: true }));

const made: Secrets = { postgresPassword: "x", secretKey: "ab".repeat(32) };

it.each([
  [{ secretKey: "una chiave nuova" }, "secretKey"],
  [{ secretKey: `${"ab".repeat(32)} ` }, "secretKey"],
  [{ secretKey: undefined }, "secretKey"],
  [{ previousSecretKey: "abc" }, "previousSecretKey"],
])("names a key that was mistyped: %j", (change, name) => {
  writeSecrets(dataDir, { ...made, ...change } as Secrets);
  expect(() => readSecrets(dataDir)).toThrow(
    `${name} in ${secretsFile(dataDir)} must be 64 hex digits (openssl rand -hex 32).`,
  );
});

it.each([[{}], [{ previousSecretKey: "" }], [{ previousSecretKey: "cd".repeat(32) }]])("reads %j", (change) => {
  writeSecrets(dataDir, { ...made, ...change });
  expect(readSecrets(dataDir)).toEqual({ ...made, ...change });
});

it("makes secrets once, and none for a database that was made with others", () => {
  const fresh = path.join(dataDir, "fresh");
  mkdirSync(path.join(fresh, "logs"), { recursive: true });
  const first = loadSecrets(fresh);
  expect(first).toEqual({
    postgresPassword: expect.stringMatching(/^[0-9a-f]{48}$/),
    secretKey: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  mkdirSync(path.join(fresh, "postgres"));
  expect(loadSecrets(fresh)).toEqual(first);
  rmSync(secretsFile(fresh));
  expect(() => loadSecrets(fresh)).toThrow(`${secretsFile(fresh)} is missing`);
  expect(existsSync(secretsFile(fresh))).toBe(false);
});
