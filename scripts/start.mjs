// Runs `npm start` as one process, so that signals from npm reach the launcher without a shell in between. The build runs in a process
// of its own, since its compilers would otherwise stay in memory as long as the launcher runs.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { isFresh } from "./build.mjs";

if (!isFresh()) {
  const build = fileURLToPath(new URL("build.mjs", import.meta.url));
  const { status } = spawnSync(process.execPath, [build], { stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) process.exit(1);
}
await import("../dist/launch/main.js");
