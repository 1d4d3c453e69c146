import { spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const packages = realpathSync(fileURLToPath(new URL("../node_modules", import.meta.url)));

/** Installs one package of npm into a folder of its own, unless `file` in it is there already. @returns that file's path */
export function fromNpm(name, version, file) {
  const prefix = path.join(packages, ".cache", `${path.basename(name)}-${version}`);
  const installed = path.join(prefix, "node_modules", name, file);
  if (existsSync(installed)) return installed;
  const options = ["install", "--prefix", prefix, "--ignore-scripts", "--no-save", "--no-audit", "--no-fund"];
  const { status } = spawnSync("npm", [...options, `${name}@${version}`], {
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  if (status !== 0 || !existsSync(installed)) throw new Error(`npm could not install ${name}@${version}.`);
  return installed;
}

/** Newest of each newer line when this was last looked at. Node 20 is the least: package.json. */
export const newerNodes = ["22.23.3", "24.21.0"];

/** The binary of a version, fetched once from npm. The package named `node` itself needs its install script, which newer npms don't run. */
export function nodeBinary(version) {
  const { platform, arch } = process;
  const name = `node-${platform === "darwin" && arch === "arm64" ? "bin-darwin" : platform.replace("win32", "win")}-${arch}`;
  return fromNpm(name, version, platform === "win32" ? "bin/node.exe" : "bin/node");
}
