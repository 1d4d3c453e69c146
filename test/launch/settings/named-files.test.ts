import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { checkNamedFiles } from "../../../src/launch/settings/named-files.js";

// Tests by root see the files as another user does, others as themselves.
const account = process.getuid?.() === 0 ? { uid: 12_345, gid: 12_345 } : null;
const config = { DATABASE_URL: undefined, TEMPORAL_ADDRESS: "temporal.example.it:7233" };
let folder: string;
let open: string;
let closed: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "pratica-files-"));
  chmodSync(folder, 0o755);
  [open, closed] = ["client.crt", "client.key"].map((name) => path.join(folder, name)) as [string, string];
  writeFileSync(open, "", { mode: 0o644 });
  writeFileSync(closed, "", { mode: 0o000 });
});
afterAll(() => rmSync(folder, { recursive: true }));

it("lets a start go on whose certificates can be read", () => {
  const url = `postgres://pratica:x@db.example.it/pratica?sslmode=verify-full&sslrootcert=${open}`;
  expect(() => checkNamedFiles(config, account, { TEMPORAL_TLS_CLIENT_CERT_PATH: open })).not.toThrow();
  expect(() => checkNamedFiles({ ...config, DATABASE_URL: url }, account, {})).not.toThrow();
});

it("names every file that is missing or closed to our programs, with its setting", () => {
  const url = `postgres://pratica:x@db.example.it/pratica?sslkey=${closed}`;
  const missing = path.join(folder, "ca.crt");
  const environment = { TEMPORAL_TLS_SERVER_CA_CERT_PATH: missing, TEMPORAL_TLS_CLIENT_KEY_PATH: closed };
  expect(() => checkNamedFiles({ ...config, DATABASE_URL: url }, account, environment)).toThrow(
    `${closed} (sslkey of DATABASE_URL); ${missing} (TEMPORAL_TLS_SERVER_CA_CERT_PATH); ${closed} (TEMPORAL_TLS_CLIENT_KEY_PATH)`,
  );
});

it("reads none of Temporal's settings where Temporal is the embedded one", () => {
  const environment = { TEMPORAL_TLS_CLIENT_KEY_PATH: closed };
  expect(() => checkNamedFiles({ ...config, TEMPORAL_ADDRESS: undefined }, account, environment)).not.toThrow();
});

const asRoot = account ? it : it.skip;
asRoot("takes a relative path for what it is to our programs, which another user runs in /", () => {
  const here = "package.json";
  expect(() => checkNamedFiles(config, account, { TEMPORAL_TLS_CLIENT_CERT_PATH: here })).toThrow(here);
  const fromRoot = path.relative("/", open);
  expect(() => checkNamedFiles(config, account, { TEMPORAL_TLS_CLIENT_CERT_PATH: fromRoot })).not.toThrow();
});
