import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { runWatched } from "../../../src/launch/temporal/run-watched.js";

let folder: string;
const said: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "pratica-watched-"));
  said.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true }));

const run = (script: string, stallMs = 3_000) =>
  runWatched("/bin/sh", ["-c", script], {
    what: "it",
    folder,
    stallMs,
    env: { PATH: process.env.PATH },
    say: (line) => said.push(line),
    signal: new AbortController().signal,
  });

it("lets a download take its time while bytes arrive, and tells how far it is", async () => {
  const script = "for n in 1 2 3 4 5 6 7 8; do head -c 2000000 /dev/zero >> file; sleep 0.45; done";
  await run(script);
  expect(said[0]).toMatch(/^ {2}it: \d+ MB so far$/);
});

it("ends one from which nothing comes any more", async () => {
  await expect(run("exec sleep 30", 700)).rejects.toThrow("nothing came for 0.7 s");
});

it("fails with the last line that the program wrote", async () => {
  await expect(run("echo first; echo 'no such host' >&2; exit 1")).rejects.toThrow("no such host");
});
