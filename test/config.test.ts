import { describe, expect, it } from "@jest/globals";
import { loadConfig } from "../src/config.js";

describe("the settings", () => {
  it("have their defaults, an empty variable counting as unset", () => {
    expect(loadConfig({ PORT: "", BASE_URL: "" })).toMatchObject({
      PORT: 3000,
      BASE_URL: "http://localhost:3000",
      MAIL_FROM: "pratica@localhost",
    });
    expect(loadConfig({ PORT: "8080" }).BASE_URL).toBe("http://localhost:8080");
    expect(loadConfig({ BASE_URL: "https://pratica.example.it/" }).BASE_URL).toBe("https://pratica.example.it");
  });

  it("are refused all together, each by its name", () => {
    const wrong = { PORT: "70000", BASE_URL: "localhost:3000", LOG_LEVEL: "loud", SECRET_KEY: "short" };
    for (const name of Object.keys(wrong)) expect(() => loadConfig(wrong)).toThrow(`  ${name}: `);
  });

  it.each([
    ["https://pratica.example.it", "https://pratica.example.it"],
    ["https://pratica.example.it/", "https://pratica.example.it"],
    ["HTTPS://Pratica.Example.it:443", "https://pratica.example.it"],
    ["http://[::1]:8080", "http://[::1]:8080"],
    ["https://città.example.it", "https://xn--citt-3na.example.it"],
  ])("take the public address %s as %s", (address, origin) => {
    expect(loadConfig({ BASE_URL: address }).BASE_URL).toBe(origin);
  });

  it.each([
    "https://example.it/pratica",
    "https://example.it/pratica/",
    "https://example.it//",
    "https://example.it?a=b",
    "https://example.it/?",
    "https://example.it/#top",
    "https://anna@example.it",
  ])("take no public address with more than host and port: %s", (address) => {
    const fault = "  BASE_URL: must end after host and port, without a path: give Pratica a name or port of its own";
    expect(() => loadConfig({ BASE_URL: address })).toThrow(`These settings can't be used:\n${fault}`);
  });

  it("say of what is no address only that", () => {
    expect(() => loadConfig({ BASE_URL: "pratica.example.it/x" })).toThrow(
      /^[^\n]*\n {2}BASE_URL: must be an address[^\n]*$/,
    );
  });

  it.each(["Studio Rossi <studio@example.it>", "studio", "a@b, c@d", "studio@città.it", "a b@example.it"])(
    "take no sender that every mail would be refused for: %s",
    (address) => {
      expect(() => loadConfig({ MAIL_FROM: address })).toThrow("MAIL_FROM: must be one plain address");
    },
  );

  it.each([
    ["SMTP_URL", "smtp://studio:segreta#1@mail.example.it:587", "is written smtp://[user:password@]host[:port]"],
    ["SMTP_URL", "smtp://", "is written smtp://[user:password@]host[:port]"],
    ["SMTP_URL", "mail.example.it:587", "is written smtp://[user:password@]host[:port]"],
    ["SMTP_URL", "smtp://mail.example.it?requireTls=true", 'has the option "requireTls"; known are requireTLS'],
    ["DATABASE_URL", "postgres://pratica:segreta#1@db:5432/pratica", "isn't a valid address"],
    ["DATABASE_URL", "postgres://pratica:12#34@db/pratica", "isn't a valid address"],
    ["DATABASE_URL", "mysql://db/pratica", "must begin with postgres://"],
    ["TEMPORAL_ADDRESS", "http://temporal:7233", "must be host:port"],
  ])("take no %s that no server could be reached by: %s", (name, address, fault) => {
    expect(() => loadConfig({ [name]: address })).toThrow(`  ${name}: ${fault}`);
    expect(() => loadConfig({ [name]: address })).not.toThrow("segreta");
  });

  it.each([
    ["SMTP_URL", "smtp://studio%40example.it:a%23b@mail.example.it:587?requireTLS=true"],
    ["DATABASE_URL", "postgres:///pratica?host=/run/postgresql"],
    ["DATABASE_URL", "postgresql://pratica:a%23b@[::1]:5432/pratica?sslmode=require"],
    ["TEMPORAL_ADDRESS", "127.0.0.1:7233"],
    ["TEMPORAL_ADDRESS", "[::1]:7233"],
    ["TEMPORAL_ADDRESS", "temporal"],
  ] as const)("take the %s %s as it is", (name, address) => {
    expect(loadConfig({ [name]: address })[name]).toBe(address);
  });

  it.each([
    [{ AI_PROVIDER: "openai-compatible" }, ["AI_MODEL: is missing", "AI_BASE_URL: is missing"]],
    [{ AI_PROVIDER: "anthropic", AI_MODEL: "claude-sonnet-4-5" }, ["AI_API_KEY: is missing"]],
    [{ AI_MODEL: "qwen3:8b" }, ["AI_PROVIDER: is missing"]],
  ])("tell what a language model lacks: %j", (given, faults) => {
    for (const fault of faults) expect(() => loadConfig(given)).toThrow(fault);
  });
});
