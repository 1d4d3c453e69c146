// Loads and uses each native part under the Node that runs it: hashes a password, compiles TypeScript, sets a PDF, connects Temporal's core.

import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";
import { hash, verify } from "@node-rs/argon2";
import { transformSync } from "@swc/core";
import { Runtime } from "@temporalio/worker";

const checks = {
  argon2: async () => verify(await hash("una frase lunga"), "una frase lunga"),
  swc: () => transformSync("const a: number = 1", { jsc: { parser: { syntax: "typescript" } } }).code.includes("a = 1"),
  typst: () => NodeCompiler.create().pdf({ mainFileContent: "= Preventivo" }).subarray(0, 4).toString() === "%PDF",
  "Temporal's core": async () => {
    await Runtime.instance().shutdown();
    return true;
  },
};
for (const [name, works] of Object.entries(checks)) {
  if (!(await works())) throw new Error(`${name} doesn't work under Node ${process.version}`);
  process.stdout.write(`${name} works\n`);
}
