// npm run conformance: runs the official conformance suite of the Model Context Protocol against `npm start`, for both eras of the
// protocol and for the authorization server. not-applicable.json lists the checks that don't concern our server, with the reason; any
// other failure fails the run. It only needs npm, and ends by itself after some minutes.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startProduct } from "../product.mjs";
import { approve, register } from "./approve.mjs";
import { startProxy } from "./proxy.mjs";
import { readResults } from "./results.mjs";
import { installSuite } from "./suite.mjs";

const [productPort, proxyPort, callbackPort] = [3920, 3925, 3926];
const baseUrl = `http://localhost:${proxyPort}`;
const say = (line) => process.stdout.write(`${line}\n`);

const suite = installSuite();
const folder = mkdtempSync(path.join(tmpdir(), "pratica-conformance-"));
const product = await startProduct(productPort, 1, { BASE_URL: baseUrl });
const proxy = await startProxy(proxyPort, productPort, product.apiKey);
try {
  for (const revision of ["2025-11-25", "2026-07-28"]) {
    const output = path.join(folder, revision);
    await run("server", "--url", `${baseUrl}/api/mcp`, "--requirements", revision, "-o", output);
    const { passed, excused, failures } = readResults(output);
    say(`MCP ${revision}: ${passed} checks passed, ${failures.length} failed`);
    for (const [reason, count] of excused) say(`  ${count} not applicable: ${reason}`);
    for (const failure of failures) say(`  FAILED ${failure}`);
    if (failures.length > 0 || passed === 0) process.exitCode = 1;
  }
  const clientId = await register(baseUrl, callbackPort);
  const address = `--client-id=${clientId} --resource ${baseUrl}/api/mcp -p ${callbackPort}`.split(" ");
  const { code, output } = await run("authorization", "--url", baseUrl, ...address);
  say(`authorization server: ${code === 0 ? "passed" : "FAILED"}`);
  for (const line of output.match(/^\s*[✓✗].*$/gm) ?? [output]) say(`  ${line.trim()}`);
  if (code !== 0) process.exitCode = 1;
} finally {
  await proxy.close();
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Runs the suite. If it prints an address to open in a browser, the request is approved there. */
async function run(...options) {
  const child = spawn(suite.node, [suite.main, ...options], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  let approval;
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
    const [address] = /http:\S+\/api\/oauth\/authorize\?\S+/.exec(output) ?? [];
    if (address) approval ??= approve(address, product);
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  await approval;
  return { code, output };
}
