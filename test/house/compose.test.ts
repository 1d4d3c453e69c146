import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";

const compose = readFileSync(new URL("../../docker-compose.yml", import.meta.url), "utf8");
const [before = "", after = ""] = compose.split("\nservices:\n");
const blocks = (text: string, head: RegExp) =>
  [...text.matchAll(head)].map(({ 1: name = "", index }, position, all) => ({
    name,
    body: text.slice(index, all[position + 1]?.index),
  }));
const services = blocks(after.split("\nvolumes:\n")[0] as string, /^ {2}([a-z-]+):$/gm);
const shared = blocks(before, /^x-([a-z]+): &\1$/gm);
const taken = (body: string) => /^ +<<: \*([a-z]+)$/m.exec(body)?.[1] ?? "";

describe("docker-compose.yml", () => {
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
});
