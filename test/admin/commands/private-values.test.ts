import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Values } from "../../../src/admin/commands/command.js";
import { withPrivateValues } from "../../../src/admin/commands/private-values.js";

let folder: string;
let file: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "pratica-private-"));
  file = path.join(folder, "password");
  writeFileSync(file, "dal file\r\nseconda riga\n");
});
afterAll(() => rmSync(folder, { recursive: true }));

const shown: string[] = [];
const prompt = new PassThrough().on("data", (chunk) => shown.push(String(chunk)));
const values = (given: Values, input: Readable & { isTTY?: boolean } = Readable.from([]), variables: Values = {}) =>
  withPrivateValues(["password", "smtp-url"], given, {
    variable: (option) => variables[option] as string | undefined,
    input,
    prompt,
  });
const terminal = () => Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });

describe("a private value", () => {
  it("comes from an argument, a file, standard input or the environment", async () => {
    expect(await values({ password: "argomento", name: "N" })).toEqual({ password: "argomento", name: "N" });
    expect(await values({ "password-file": file })).toEqual({ password: "dal file" });
    const piped = { password: "da altrove" };
    for (const given of [{ password: "-" }, { "password-file": "-" }])
      expect(await values(given, Readable.from(["da altrove\n"]))).toEqual(piped);
    expect(await values({}, undefined, { password: "ambiente" })).toEqual({ password: "ambiente" });
    expect(await values({ password: "argomento" }, undefined, { password: "ambiente" })).toEqual({
      password: "argomento",
    });
    expect(await values({})).toEqual({});
  });

  it("is asked on a terminal, which doesn't show it, one after the other", async () => {
    const typed = terminal();
    const both = values({ password: "-", "smtp-url": "-" }, typed);
    typed.write("una frase\r");
    while (!shown.join("").includes("smtp-url")) await new Promise((resolve) => setImmediate(resolve));
    typed.write("smtp://a:b@c\r");
    expect(await both).toEqual({ password: "una frase", "smtp-url": "smtp://a:b@c" });
    expect(shown.join("")).toBe("password: \nsmtp-url: \n");
    const left = values({ password: "-" }, typed);
    typed.write("\u0003");
    await expect(left).rejects.toThrow("No password was given.");
  });

  it("is refused where two would come from one place, or a file isn't there", async () => {
    await expect(values({ password: "-", "smtp-url": "-" })).rejects.toThrow(/Only one value/);
    await expect(values({ password: "x", "password-file": file })).rejects.toThrow(/not both/);
    await expect(values({ "password-file": path.join(folder, "none") })).rejects.toThrow(
      /--password-file can't be read/,
    );
  });
});
