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
    [{ AI_PROVIDER: "openai-compatible" }, ["AI_MODEL: is missing", "AI_BASE_URL: is missing"]],
    [{ AI_PROVIDER: "anthropic", AI_MODEL: "claude-sonnet-4-5" }, ["AI_API_KEY: is missing"]],
    [{ AI_MODEL: "qwen3:8b" }, ["AI_PROVIDER: is missing"]],
  ])("tell what a language model lacks: %j", (given, faults) => {
    for (const fault of faults) expect(() => loadConfig(given)).toThrow(fault);
  });
});
