import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "@jest/globals";

const root = fileURLToPath(new URL("../..", import.meta.url));
const copy = realpathSync(mkdtempSync(path.join(tmpdir(), "pratica-build-")));
afterAll(() => rmSync(copy, { recursive: true }));

it("what is built can be read by every user, whatever the umask", () => {
  for (const file of ["scripts/build.mjs", "scripts/build-lock.mjs", "package-lock.json", ".swcrc"])
    cpSync(path.join(root, file), path.join(copy, file));
  symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"));
  mkdirSync(path.join(copy, "src/launch"), { recursive: true });
  writeFileSync(path.join(copy, "src/launch/main.ts"), "export const one: number = 1;\n");
  execFileSync("sh", ["-c", `umask 077; exec "${process.execPath}" scripts/build.mjs`], { cwd: copy, stdio: "pipe" });
  const modes = ["dist", "dist/launch", "dist/launch/main.js"].map(
    (name) => statSync(path.join(copy, name)).mode & 0o777,
  );
  expect(modes).toEqual([0o755, 0o755, 0o644]);
});
