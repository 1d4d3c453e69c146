import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const version = "0.2.0-alpha.12";
const packages = realpathSync(fileURLToPath(new URL("../../node_modules", import.meta.url)));

/**
 * The suite and a Node that it runs on, both brought by npm into a folder of their own: the suite refuses Node 20, so as a development
 * dependency it would keep the product's own tests from it. @returns the paths of both programs
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
    const wanted = [`@modelcontextprotocol/conformance@${version}`, ...(isRecent ? [] : [`${nodePackage}@22`])];
    const { status } = spawnSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...wanted], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
    });
    if (status !== 0) throw new Error(`npm could not install ${wanted.join(" and ")}`);
  }
  return { main, node };
}
