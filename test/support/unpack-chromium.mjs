// Unpacks the Chromium that npm brought, once, and prints the folder: `node test/support/unpack-chromium.mjs`.
// The package unpacks into the directory for temporary files, where two tests at once would run each other's half a browser; here
// whoever is done first moves a whole one into place. For Lambda it also unpacks the libraries that a bare machine lacks.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const packages = realpathSync(fileURLToPath(new URL("../../node_modules", import.meta.url)));
const manifest = readFileSync(path.join(packages, "@sparticuz", "chromium", "package.json"), "utf8");
const folder = path.join(packages, ".cache", `chromium-${JSON.parse(manifest).version}`);

if (!existsSync(folder)) {
  mkdirSync(path.dirname(folder), { recursive: true });
  const temporary = mkdtempSync(`${folder}-`);
  process.env.TMPDIR = temporary;
  process.env.AWS_EXECUTION_ENV = "AWS_Lambda_nodejs20.x";
  try {
    const { default: chromium } = await import("@sparticuz/chromium");
    await chromium.executablePath();
    writeFileSync(
      path.join(temporary, "fonts.conf"),
      `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>\n`,
    );
    renameSync(temporary, folder);
  } catch (error) {
    // Another test was faster; what it unpacked is the same.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
process.stdout.write(folder);
