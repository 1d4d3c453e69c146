import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort } from "./ports.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const compose = readFileSync(path.join(root, "docker-compose.yml"), "utf8");
/** The version that docker-compose.yml runs. */
const version = /temporalio\/server:\$\{TEMPORAL_VERSION:-([\d.]+)\}/.exec(compose)?.[1] as string;
const folder = path.join(realpathSync(path.join(root, "node_modules")), ".cache", `temporal-server-${version}`);
const packages = { server: "cmd/server", "temporal-sql-tool": "cmd/tools/sql" };

const run = (command: string, args: string[], environment: NodeJS.ProcessEnv = {}) =>
  execFileSync(command, args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...environment },
  });

/** Where Go is installed, or null. */
export function findGo(): string | null {
  for (const go of ["go", "/usr/local/go/bin/go"]) {
    try {
      run(go, ["version"]);
      return go;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  return null;
}

/** Builds Temporal's server and its SQL tool from their sources, once: it takes some seven minutes of two cores. */
export function buildTemporal(go: string): { bin: string; schemaDir: string } {
  const bin = path.join(folder, "bin");
  const module = `go.temporal.io/server`;
  if (!Object.keys(packages).every((program) => existsSync(path.join(bin, program)))) {
    process.stdout.write(`Building Temporal ${version} from its sources, for some minutes …\n`);
    mkdirSync(bin, { recursive: true });
    const sources = Object.values(packages).map((name) => `${module}/${name}@v${version}`);
    run("nice", [go, "install", "-trimpath", "-ldflags", "-s -w", ...sources], { CGO_ENABLED: "0", GOBIN: bin });
    rmSync(path.join(bin, "temporal-sql-tool"), { force: true });
    symlinkSync("sql", path.join(bin, "temporal-sql-tool"));
  }
  const { Dir } = JSON.parse(run(go, ["mod", "download", "-json", `${module}@v${version}`])) as { Dir: string };
  return { bin, schemaDir: path.join(Dir, "schema") };
}

/** What docker-compose.yml gives the server, with the defaults of its variables. */
export function composeSettings(service: string): Record<string, string> {
  const [, body = ""] = new RegExp(`\\n  ${service}:\\n([\\s\\S]*?)\\n\\n`).exec(compose) ?? [];
  const [, lines = ""] = /\n {4}environment:\n((?: {6}.*\n)+)/.exec(body) ?? [];
  const found = [...lines.matchAll(/^ {6}([A-Z_]+): "?(?:\$\{\w+:-)?([^"}\n]*)\}?"?$/gm)];
  return Object.fromEntries(found.map(([, name = "", value = ""]) => [name, value]));
}

/** Runs one of the scripts that docker-compose.yml runs once. @returns what it says */
export async function runScript(script: string, environment: Record<string, string>): Promise<string> {
  const file = path.join(root, "deploy/temporal", script);
  const { stdout } = await promisify(execFile)("sh", [file], { env: { ...process.env, ...environment } });
  return stdout;
}

const services = ["FRONTEND", "INTERNAL_FRONTEND", "HISTORY", "MATCHING", "WORKER"];

/** Temporal keeps its ports in columns that end at 32,767. */
async function freePorts(count: number): Promise<string[]> {
  const found = new Set<string>();
  while (found.size < count) found.add(String(await freePort()));
  return [...found];
}

/** The server as its image starts it, but on ports of this machine. */
export async function startTemporalServer(bin: string, settings: Record<string, string>) {
  const names = [
    ...services.flatMap((name) => [`${name}_GRPC_PORT`, `${name}_MEMBERSHIP_PORT`]),
    "FRONTEND_HTTP_PORT",
    "INTERNAL_FRONTEND_HTTP_PORT",
  ];
  const ports = await freePorts(names.length);
  const own = Object.fromEntries(names.map((name, index) => [name, ports[index] as string]));
  const server: ChildProcess = spawn(path.join(bin, "server"), ["start"], {
    env: { PATH: process.env.PATH, ...settings, ...own },
  });
  let log = "";
  for (const stream of [server.stdout, server.stderr]) stream?.on("data", (chunk) => (log += chunk));
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  return {
    address: `127.0.0.1:${own.FRONTEND_GRPC_PORT}`,
    log: () => log,
    async stop() {
      server.kill("SIGTERM");
      const byForce = setTimeout(() => server.kill("SIGKILL"), 20_000);
      await ended;
      clearTimeout(byForce);
    },
  };
}
