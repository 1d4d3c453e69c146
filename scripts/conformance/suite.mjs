import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const version = "0.2.0-alpha.12";
const packages = realpathSync(fileURLToPath(new URL("../../node_modules", import.meta.url)));

/**
 * Installs the suite, and a Node that it supports, in a folder of their own. The suite refuses Node 20, so as a development dependency it
 * would prevent the product's tests from running there.
 * @returns the paths of both programs
 */
export function installSuite() {
  const folder = path.join(packages, ".cache", `conformance-${version}`);
  const main = path.join(folder, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
  const isRecent = Number(process.versions.node.split(".")[0]) >= 22;
  const nodePackage = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const node = isRecent ? process.execPath : path.join(folder, "node_modules", nodePackage, "bin/node");
  if (!existsSync(main) || !existsSync(node)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, "package.json"), '{ "private": true }\n');
    const packageNames = [`@modelcontextprotocol/conformance@${version}`, ...(isRecent ? [] : [`${nodePackage}@22`])];
    const { status } = spawnSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...packageNames], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
    });
    if (status !== 0) throw new Error(`npm could not install ${packageNames.join(" and ")}`);
  }
  return { main, node };
}
