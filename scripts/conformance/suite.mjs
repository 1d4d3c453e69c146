import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { newerNodes, nodeBinary } from "../node-binary.mjs";

const version = "0.2.0-alpha.12";
const packages = realpathSync(fileURLToPath(new URL("../../node_modules", import.meta.url)));

/**
 * Installs the suite in a folder of its own, and a Node that it supports. The suite refuses Node 20, so as a development dependency it
 * would prevent the product's tests from running there.
 * @returns the paths of both programs
 */
export function installSuite() {
  const folder = path.join(packages, ".cache", `conformance-${version}`);
  const main = path.join(folder, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
  const isRecent = Number(process.versions.node.split(".")[0]) >= 22;
  if (!existsSync(main)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, "package.json"), '{ "private": true }\n');
    const suite = `@modelcontextprotocol/conformance@${version}`;
    const { status } = spawnSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", suite], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
    });
    if (status !== 0) throw new Error(`npm could not install ${suite}`);
  }
  return { main, node: isRecent ? process.execPath : nodeBinary(newerNodes[0]) };
}
