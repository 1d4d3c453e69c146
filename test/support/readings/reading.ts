import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export interface Reading {
  /** what became of each file: how much was read, or the code of its refusal */
  outcomes: string[];
  /** by how much the process that read it grew at most, all its threads together */
  grownMegabytes: number;
}

const program = fileURLToPath(new URL("child.mjs", import.meta.url));
const run = promisify(execFile);

/** Reads files one after the other in a process of its own, as the product does. It throws where that process fails, or hangs. */
export async function readApart(kind: "bill" | "list", contents: readonly Buffer[]): Promise<Reading> {
  const folder = await mkdtemp(path.join(tmpdir(), "pratica-reading-"));
  try {
    const files = contents.map((_, n) => path.join(folder, String(n)));
    for (const [n, bytes] of contents.entries()) await writeFile(files[n] as string, bytes);
    const { stdout } = await run(process.execPath, [program, kind, ...files], { timeout: 200_000 });
    return JSON.parse(stdout) as Reading;
  } finally {
    await rm(folder, { recursive: true });
  }
}
