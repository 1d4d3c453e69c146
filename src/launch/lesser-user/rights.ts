import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { childEnvironment } from "../../config.js";
import type { Say } from "../say.js";
import type { Account } from "./account.js";

/** A part's own user can't read the settings in root's home; without a home it looks for none. */
export const homeless = { HOME: "/nonexistent" };

const succeedsAs = (account: Account, script: string, ...args: string[]): boolean => {
  const options = { cwd: "/", env: childEnvironment(homeless), timeout: 30_000, stdio: "ignore", ...account } as const;
  return spawnSync(process.execPath, ["--input-type=module", "--eval", script, ...args], options).status === 0;
};
const mayOpen = (account: Account, file: string, mode: "R_OK" | "X_OK"): boolean =>
  succeedsAs(account, `import fs from "node:fs"; fs.accessSync(process.argv[1], fs.constants.${mode})`, file);
/** Whether the account may enter a folder, or run a program. */
export const mayEnter = (account: Account, file: string): boolean => mayOpen(account, file, "X_OK");
/** Whether the account may read a file. @param file from /, as all that runs as the account is started there */
export const mayRead = (account: Account, file: string): boolean => mayOpen(account, file, "R_OK");

const listening = `import net from "node:net";
  net.createServer().once("error", () => process.exit(1)).listen({ port: process.argv[1], host: process.argv[2] }, () => process.exit(0));`;
/** Whether the account may open a port that is free. */
export const mayListen = (account: Account, { port, hosts }: { port: number; hosts?: string[] | undefined }): boolean =>
  succeedsAs(account, listening, String(port), hosts?.[0] ?? "127.0.0.1");

/** The user of our own programs: the account, if it can read them. @param account null: not started as root */
export function programsAccount(account: Account | null, say: Say): Account | null {
  // It imports a package too.
  const module = new URL("../../log.js", import.meta.url);
  if (!account || succeedsAs(account, `await import(${JSON.stringify(module.href)})`)) return account;
  const folder = path.resolve(fileURLToPath(module), "../..");
  say(
    `Mailbox, worker and API run as root, since the user with the id ${account.uid} may not read ${folder}. Put the program into a folder that every user may read, or start it as another user.`,
  );
  return null;
}
