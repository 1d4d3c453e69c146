import { once } from "node:events";
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "@jest/globals";
import { spawnDevServer } from "../../../src/launch/temporal/dev-server.js";

it("a server with a file has each commit on the disk before it answers", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "pratica-dev-server-"));
  const [executable, log] = [path.join(folder, "temporal"), path.join(folder, "log")];
  writeFileSync(executable, '#!/bin/sh\necho "$@"\n');
  chmodSync(executable, 0o755);
  const descriptor = openSync(log, "w");
  const server = { port: 7233, uiPort: 8233, namespace: "default", file: path.join(folder, "temporal.db") };
  await once(spawnDevServer(executable, server, descriptor), "exit");
  closeSync(descriptor);
  const given = readFileSync(log, "utf8");
  rmSync(folder, { recursive: true });
  expect(given).toContain(`--db-filename ${server.file}`);
  expect(given).toContain("--sqlite-pragma synchronous=full");
});
