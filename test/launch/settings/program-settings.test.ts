import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "@jest/globals";
import { loadConfig } from "../../../src/config.js";
import { youngGeneration } from "../../../src/launch/processes/program.js";
import { type Program, programEnvironment } from "../../../src/launch/settings/program-settings.js";

const before = { ...process.env };
afterEach(() => {
  process.env = { ...before };
});

const made = { appUrl: "postgres://app@127.0.0.1/pratica", secretKey: "0".repeat(64), mailboxPort: 2525 };
const environment = (program: Program, settings: Record<string, string> = {}) => {
  process.env = { PATH: "/bin", TZ: "UTC", ...settings };
  return programEnvironment(program, loadConfig(), made);
};

describe("a program's environment", () => {
  const secrets = {
    AI_PROVIDER: "anthropic",
    AI_MODEL: "x",
    AI_API_KEY: "secret",
    SECRET_KEY: "1".repeat(64),
    DATABASE_URL: "postgres://owner:secret@127.0.0.1/pratica",
    APP_DATABASE_PASSWORD: "secret",
    TEMPORAL_API_KEY: "secret",
    TEMPORAL_ADDRESS: "temporal.example:7233",
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=secret",
  };

  it("holds what the mailbox uses, and nothing else of the settings", () => {
    expect(environment("mailbox", secrets)).toEqual({
      PATH: "/bin",
      TZ: "UTC",
      DATABASE_URL: made.appUrl,
      MAILBOX_SMTP_PORT: "2525",
    });
  });

  it.each(["API", "worker"] as const)(
    "gives the %s the settings of an own Temporal, but no owner's password",
    (name) => {
      const given = environment(name, secrets);
      expect(given).toMatchObject({
        TEMPORAL_API_KEY: "secret",
        TEMPORAL_ADDRESS: "temporal.example:7233",
        OTEL_EXPORTER_OTLP_HEADERS: "authorization=secret",
        SECRET_KEY: secrets.SECRET_KEY,
        DATABASE_URL: made.appUrl,
        SMTP_URL: "smtp://127.0.0.1:2525",
      });
      expect(given).not.toHaveProperty("APP_DATABASE_PASSWORD");
    },
  );

  it("keeps Temporal's settings from the embedded Temporal's clients, which are meant for another server", () => {
    const given = environment("worker", { TEMPORAL_API_KEY: "secret", TEMPORAL_TLS: "true", TEMPORAL_PORT: "7999" });
    expect(given.TEMPORAL_ADDRESS).toBe("127.0.0.1:7999");
    expect(given).not.toHaveProperty("TEMPORAL_API_KEY");
    expect(given).not.toHaveProperty("TEMPORAL_TLS");
    expect(given.SECRET_KEY).toBe(made.secretKey);
  });
});

it("gives the programs in the container the memory that the launcher gives them", () => {
  expect(readFileSync("Dockerfile", "utf8")).toContain(`ENV NODE_OPTIONS=${youngGeneration}\n`);
});
