import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "@jest/globals";
import { titleOf } from "../../src/web/settings/audit-log/action-titles.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
const lineCount = (file: string): number => read(file).trimEnd().split("\n").length;
const sources = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
    .map((file) => `${folder}/${file}`);

describe("the code", () => {
  it("reads the environment in src/config.ts alone", () => {
    const readers = sources("src").filter((file) => /process\.env/.test(read(file)));
    expect(readers).toEqual(["src/config.ts"]);
  });

  it("names only files of the project that are there", () => {
    const named = /(?<![\w./-])(?:src|test|docs|bench|scripts|deploy)\/[\w./-]+\.(?:tsx?|mjs|md|json|yml|sh)\b/g;
    const gone = ["src", "test", "scripts", "bench"]
      .flatMap(sources)
      .flatMap((file) =>
        [...read(file).matchAll(named)]
          .filter(([name]) => !existsSync(path.join(root, name)))
          .map(([name]) => `${file}: ${name}`),
      );
    expect(gone).toEqual([]);
  });

  it("is run and imported as built only from files that are there", () => {
    const built = /\bdist(?:\/|\(")([\w-]+\/[\w/-]+)\.js"/g;
    const users = [...["scripts", "bench", "test/support"].flatMap(sources), "Dockerfile", "docker-compose.yml"];
    const gone = users.flatMap((file) =>
      [...read(file).matchAll(built)]
        .filter(([, name]) => !existsSync(path.join(root, `src/${name}.ts`)))
        .map(([, name]) => `${file}: ${name}`),
    );
    expect(gone).toEqual([]);
  });

  it("leaves nothing for later", () => {
    const marks = /(\/\/|\*).*\b(TODO|FIXME)\b/;
    const files = ["src", "test", "scripts"].flatMap(sources).filter((file) => !file.startsWith("test/house/"));
    expect(files.filter((file) => marks.test(read(file)))).toEqual([]);
  });

  it("keeps most files small", () => {
    const lengths = sources("src")
      .filter((file) => !file.includes("/generated/"))
      .map(lineCount);
    const share = (longest: number) => lengths.filter((length) => length <= longest).length / lengths.length;
    expect(share(80)).toBeGreaterThan(0.7);
    expect(share(150)).toBeGreaterThan(0.93);
  });

  it("makes no functions that are fields, which V8 keeps until the whole heap is collected, with the request that they are of", () => {
    const field = /^ {2}(?!(?:const|let|return)\b)(?:\w+ )*\w+(?:: [^=\n]+)? = (?:async )?(?:\([^=\n]*|\w+) =>.*[;{]$/m;
    const assignment = /^\s+this\.\w+ = (?:async )?(?:\([^=\n]*|\w+) =>/m;
    const serving = sources("src").filter((file) => !file.startsWith("src/launch/"));
    expect(serving.filter((file) => field.test(read(file)) || assignment.test(read(file)))).toEqual([]);
  });

  it("has words for all that happens by itself, for the audit log's page", () => {
    const names = sources("src").flatMap((file) =>
      [...read(file).matchAll(/\bby(?:Admin|Channel|Workflow)\([^)"]*"(\w+)"\)/g)].map(([, name = ""]) => name),
    );
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => titleOf(name) === undefined)).toEqual([]);
  });

  it("puts no bare Italian article before a day, a percentage or a name that may ask for an elided one", () => {
    const article = /(?<![\p{L}\p{N}_$])(?:[Ii]l|[Aa]l|[Dd]al|[Dd]el|[Nn]el|[Ss]ul) \$\{(?!termName\()/u;
    expect(sources("src").filter((file) => article.test(read(file)))).toEqual([]);
  });

  it("skips and singles out no test", () => {
    const marked = sources("test").filter((file) =>
      /\b(describe|it|test)\.(only|skip)\(|\bx(it|describe)\(/.test(read(file)),
    );
    expect(marked).toEqual([]);
  });
});

const markdownIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder))
    .filter((file) => file.endsWith(".md"))
    .map((file) => path.posix.join(folder, file))
    .sort();
const decisions = markdownIn("docs/decisions");
const documents = [".", "docs", "docs/decisions"].flatMap(markdownIn);

describe("the documents", () => {
  it.each([
    ["README.md", 80],
    ["ARCHITECTURE.md", 120],
    ["CONTRIBUTING.md", 60],
  ])("%s has at most %i lines", (file, longest) => {
    expect(lineCount(file)).toBeLessThanOrEqual(longest);
  });

  it("have no line of more than 200 characters", () => {
    const long = documents.flatMap((file) =>
      read(file)
        .split("\n")
        .flatMap((line, index) => (line.length > 200 ? [`${file}:${index + 1}`] : [])),
    );
    expect(long).toEqual([]);
  });

  it("link only to what is there", () => {
    const broken = documents.flatMap((file) =>
      [...read(file).matchAll(/\]\(([^)#:]+)(#[^)]*)?\)/g)]
        .map(([, link]) => path.posix.join(path.posix.dirname(file), link as string))
        .filter((target) => !existsSync(path.join(root, target)))
        .map((target) => `${file}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it("name only paths that are there", () => {
    const gone = documents.flatMap((file) =>
      [...read(file).matchAll(/`((?:src|test|docs|bench|scripts|deploy)\/[\w./-]+)`/g)]
        .filter(([, named]) => !existsSync(path.join(root, named as string)))
        .map(([, named]) => `${file}: ${named}`),
    );
    expect(gone).toEqual([]);
  });

  it("name only files that are there, where they leave out the folder", () => {
    const files = new Set(["src", "test", "scripts", "bench"].flatMap(sources).map((file) => path.basename(file)));
    const gone = documents.flatMap((file) =>
      [...read(file).matchAll(/`([\w.-]+\.(?:tsx?|mjs))`/g)]
        .filter(([, named]) => !files.has(named as string))
        .map(([, named]) => `${file}: ${named}`),
    );
    expect(gone).toEqual([]);
  });

  it("name only commands that package.json has", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const named = documents.flatMap((file) =>
      [...read(file).matchAll(/npm run\s+(?:--silent\s+)?([a-z:-]+)/g)].map(([, script]) => script as string),
    );
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
  });

  it("number the rules without a gap", () => {
    const numbers = [...read("docs/rules.md").matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  it("give no two decisions the same number", () => {
    const numbers = decisions.map((file) => /\/(\d{4})-[a-z0-9-]+\.md$/.exec(file)?.[1]);
    expect(numbers).not.toContain(undefined);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it("list every decision once by its subject, with its number and title", () => {
    const listed = read("docs/decisions.md").match(/^- .+$/gm) ?? [];
    const expected = decisions.map((file) => {
      const number = Number(path.basename(file).slice(0, 4));
      const title = /^# (.+)/.exec(read(file))?.[1];
      return `- ${number}: [${title}](${path.posix.relative("docs", file)})`;
    });
    expect(listed.sort()).toEqual(expected.sort());
  });

  it.each(decisions)("%s gives its date, its status, and what was rejected", (file) => {
    expect(read(file)).toMatch(/^# .+\n\nDate: \d{4}-\d{2}-\d{2}\nStatus: .+\n\n/);
    expect(read(file)).toMatch(/\n\nRejected:\n\n(- .+\n( {2}.+\n)*)+$/);
  });
});

describe("the installation", () => {
  it("pins every package exactly", () => {
    const { dependencies, devDependencies } = JSON.parse(read("package.json")) as Record<
      string,
      Record<string, string>
    >;
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    );
    expect(loose).toEqual([]);
  });

  it("has a lock that npm ci accepts everywhere: each optional package of another platform is in it, with its hash", () => {
    const { packages } = JSON.parse(read("package-lock.json")) as {
      packages: Record<string, { integrity?: string; link?: boolean; optionalDependencies?: Record<string, string> }>;
    };
    const names = new Set(Object.keys(packages).map((place) => place.replace(/^.*node_modules\//, "")));
    const missing = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies).filter((name) => !names.has(name)),
    );
    const unverified = Object.entries(packages).filter(
      ([place, { integrity, link }]) => place !== "" && !link && !/^sha512-[\w+/]{86}==$/.test(integrity ?? ""),
    );
    expect([missing, unverified]).toEqual([[], []]);
  });

  it("names no registry and no machine in the lock", () => {
    expect(read("package-lock.json")).not.toMatch(/"resolved"/);
  });
});
