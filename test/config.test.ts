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
