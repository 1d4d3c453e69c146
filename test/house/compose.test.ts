import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { settings } from "../../src/config.js";

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
const compose = read("docker-compose.yml");
const [before = "", after = ""] = compose.split("\nservices:\n");
const blocks = (text: string, head: RegExp) =>
  [...text.matchAll(head)].map(({ 1: name = "", index }, position, all) => ({
    name,
    body: text.slice(index, all[position + 1]?.index),
  }));
const services = blocks(after.split("\nvolumes:\n")[0] as string, /^ {2}([a-z-]+):$/gm);
const shared = blocks(before, /^x-([a-z]+): &\1$/gm);
const taken = (body: string) => /^ +<<: \*([a-z]+)$/m.exec(body)?.[1] ?? "";

const placeholder = (inside: string) => `\${${inside}}`;

/** Settings of parts that no container has, or of files that it couldn't keep. */
const ofNoContainer = ["ACCESS_LOG", "BACKUP_PASSPHRASE", "DATA_DIR", "MAILBOX_SMTP_PORT", "TEMPORAL_PORT"];

describe("docker-compose.yml", () => {
  it("names every setting that a container can have", () => {
    const unnamed = Object.keys(settings.shape).filter((name) => !new RegExp(`\\b${name}\\b`).test(compose));
    expect(unnamed.sort()).toEqual(ofNoContainer);
  });

  it("passes on what Temporal's own settings, Node and OpenTelemetry read, as long as it is set", () => {
    const reader = readFileSync(new URL(import.meta.resolve("@temporalio/envconfig/lib/envconfig-toml.js")), "utf8");
    const ofTemporal = reader.match(/TEMPORAL_(?:API_KEY|TLS\w*)/g) ?? [];
    const ofOthers = read("docs/operations.md").match(/\b(?:OTEL|NODE)_\w+[A-Z]\b/g) ?? [];
    expect(ofTemporal.length).toBeGreaterThan(5);
    const settingsOfAll = shared.find(({ name }) => name === "settings")?.body ?? "";
    const missing = [...ofTemporal, ...ofOthers].filter((name) => !new RegExp(`^  ${name}:`, "m").test(settingsOfAll));
    expect(missing).toEqual([]);
    const filled = ofTemporal.filter((name) => !settingsOfAll.includes(`\n  ${name}:\n`));
    expect(filled).toEqual([]);
  });

  it.each(services.map((service) => [service.name, service] as const))("hardens and limits %s", (_, { body }) => {
    const from = taken(body);
    const base = shared.find(({ name }) => name === from)?.body ?? "";
    expect([from, taken(base)]).toContain("hardened");
    expect(body).toMatch(/^ {4}mem_limit: /m);
  });

  it("takes rights away, and gives none back but Postgres's", () => {
    const hardened = shared.find(({ name }) => name === "hardened")?.body ?? "";
    for (const line of [
      "cap_drop: [ALL]",
      'security_opt: ["no-new-privileges:true"]',
      "read_only: true",
      "max-size: 20m",
    ])
      expect(hardened).toContain(line);
    expect(compose.match(/cap_add|privileged|network_mode|docker\.sock/g)).toEqual(["cap_add"]);
  });

  it("publishes nothing to other machines unless told to", () => {
    const published = [...compose.matchAll(/^ {6}- "([^"]*:\d+)"$/gm)].map(([, port = ""]) => port);
    expect(published).toHaveLength(2);
    for (const port of published) expect(port).toMatch(/^(127\.0\.0\.1|\$\{API_ADDRESS:-127\.0\.0\.1\}):/);
  });

  it("takes another Postgres by the settings alone, and starts none of its own then", () => {
    const addresses = [...compose.matchAll(/DATABASE_URL: .*@(.*)$/gm)].map(([, server]) => server);
    expect(addresses).toEqual(Array(2).fill(placeholder("POSTGRES_SERVER:-postgres:5432/pratica")));
    const postgres = services.find(({ name }) => name === "postgres")?.body ?? "";
    expect(postgres).toContain(`scale: ${placeholder("POSTGRES_CONTAINERS:-1")}`);
  });

  it("takes another Temporal by the settings alone, and starts nothing of its own then", () => {
    expect(compose).toContain(`\n  TEMPORAL_ADDRESS: ${placeholder("TEMPORAL_ADDRESS:-temporal:7233")}\n`);
    const parts = services.filter(({ name }) => name.startsWith("temporal"));
    expect(parts).toHaveLength(5);
    for (const { body } of parts) expect(body).toContain(`scale: ${placeholder("TEMPORAL_CONTAINERS:-1")}`);
  });
});
