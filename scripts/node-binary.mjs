import { spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const packages = realpathSync(fileURLToPath(new URL("../node_modules", import.meta.url)));

/** Newest of each newer line when this was last looked at. Node 20 is the least: package.json. */
export const newerNodes = ["22.23.3", "24.21.0"];

/** The binary of a version, fetched once from npm. The package named `node` itself needs its install script, which newer npms don't run. */
export function nodeBinary(version) {
  const { platform, arch } = process;
  const name = `node-${platform === "darwin" && arch === "arm64" ? "bin-darwin" : platform.replace("win32", "win")}-${arch}`;
  const folder = path.join(packages, ".cache", `node-${version}`);
  const file = path.join(folder, "node_modules", name, "bin", platform === "win32" ? "node.exe" : "node");
  if (existsSync(file)) return file;
  const options = ["install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", `${name}@${version}`];
  const { status } = spawnSync("npm", options, { stdio: ["ignore", "ignore", "inherit"], shell: platform === "win32" });
  if (status !== 0 || !existsSync(file)) throw new Error(`npm has no ${name}@${version} for this machine.`);
  return file;
}
