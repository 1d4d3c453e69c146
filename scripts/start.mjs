// npm start as one process, so that a signal that npm hands on reaches the launcher with no shell in between. A build runs in
// a process of its own: its compilers would stay in memory for as long as the launcher runs.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { isFresh } from "./build.mjs";

if (!isFresh()) {
  const build = fileURLToPath(new URL("build.mjs", import.meta.url));
  const { status } = spawnSync(process.execPath, [build], { stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) process.exit(1);
}
await import("../dist/launch/main.js");
