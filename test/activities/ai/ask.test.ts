import { describe, expect, it } from "@jest/globals";
import { z } from "zod";
import { ask } from "../../../src/activities/ai/ask.js";
import { ModelFailure } from "../../../src/activities/ai/model-failure.js";
import { type AiProvider, type AiSettings, aiProviders } from "../../../src/domain/ai-settings.js";
import { reviewAnswerSchema } from "../../../src/domain/drafting/answers.js";
import { eventually } from "../../support/eventually.js";
import { closedAfterTest } from "../../support/for-tests.js";
import { expectProportional } from "../../support/growth.js";
import { type ModelServer, type ScriptedReply, startModelServer } from "../../support/model-server.js";

const schema = z.strictObject({ body: z.string().nullable() });
const secretKey = "sk-molto-segreta";
const prompt = "Il testo riservato del documento";
const good = { say: { body: "Gentile cliente" } };

let model: ModelServer;

async function asked(provider: AiProvider, script: ScriptedReply[], more: Partial<Parameters<typeof ask>[0]> = {}) {
  model = closedAfterTest(await startModelServer(...script));
  const settings: AiSettings = {
    provider,
    model: provider === "anthropic" ? "claude-sonnet-4-5" : "gpt-4o",
    baseUrl: model.url,
    apiKey: secretKey,
    inputPriceEur: null,
    outputPriceEur: null,
  };
  const signal = new AbortController().signal;
  return ask({ settings, system: "Regole", data: prompt, schema, maxOutputTokens: 500, signal, ...more });
}

const failure = async (provider: AiProvider, ...script: ScriptedReply[]): Promise<ModelFailure> => {
  const error = await asked(provider, script).catch((reason: unknown) => reason);
  if (!(error instanceof ModelFailure)) throw new Error(`no ModelFailure but ${JSON.stringify(error)}`);
  return error;
};

const finds = {
  searchPriceBook: {
    description: "cerca",
    inputSchema: z.strictObject({ query: z.string() }),
    execute: async ({ query }: { query: string }) => ({ entries: [`trovato ${query}`] }),
  },
};
const calls = { call: [{ name: "searchPriceBook", arguments: { query: "intonaco" } }] };

describe.each(aiProviders)("by the protocol of %s", (provider) => {
  it("gives the answer in the form asked for, and what it took", async () => {
    expect(await asked(provider, [good])).toEqual({
      value: { body: "Gentile cliente" },
      used: { input: 100, output: 50 },
    });
    const [request] = model.requests;
    expect(JSON.stringify(request?.body)).toContain(prompt);
    expect(JSON.stringify(request?.body)).toContain("500");
    expect(JSON.stringify(request?.headers)).toContain(secretKey);
  });

  it("lets the model look things up, and counts all that it took", async () => {
    const { used } = await asked(provider, [calls, good], { tools: finds });
    expect(used).toEqual({ input: 200, output: 100 });
    expect(JSON.stringify(model.requests[1]?.body)).toContain("trovato intonaco");
  });

  it("counts what steps took before the one that failed", async () => {
    await expect(asked(provider, [calls, { say: "Prosa" }], { tools: finds })).rejects.toMatchObject({
      details: { used: { input: 200, output: 100 } },
    });
    await model.close();
    await expect(asked(provider, [calls, { status: 500 }], { tools: finds })).rejects.toMatchObject({
      details: { used: { input: 100, output: 50 } },
    });
  });

  it("ends a model that only looks things up", async () => {
    const script = Array.from({ length: 10 }, () => calls);
    await expect(asked(provider, script, { tools: finds })).rejects.toMatchObject({ code: "model_answer_invalid" });
    expect(model.requests).toHaveLength(6);
  });

  it.each<[string, ScriptedReply, string, boolean]>([
    ["too many requests", { status: 429 }, "model_busy", true],
    ["an error of its own", { status: 500 }, "model_unreachable", true],
    ["being overloaded", { status: 529 }, "model_unreachable", true],
    ["a refused key", { status: 401 }, "model_refused", false],
    ["a key without rights", { status: 403 }, "model_refused", false],
    ["an unknown model", { status: 404 }, "model_refused", false],
    ["a bad request", { status: 400 }, "model_refused", false],
    ["broken JSON", { raw: '{"choices": [' }, "model_answer_invalid", false],
    ["another protocol", { raw: '{"hello": 1}' }, "model_answer_invalid", false],
    ["half of an answer", { cut: '{"id": "x", "choices": [' }, "model_unreachable", true],
    ["an answer cut at the limit", { say: '{"body": "Gent', finish: "length" }, "model_answer_cut", false],
    ["an answer that the limit left empty", { say: "", finish: "length" }, "model_answer_cut", false],
    ["an answer that was withheld", { say: "", finish: "content_filter" }, "model_refused", false],
    ["giving up waiting", { status: 408 }, "model_slow", false],
    ["prose", { say: "Certo, ecco il testo!" }, "model_answer_invalid", false],
    ["another form", { say: { body: 4 } }, "model_answer_invalid", false],
  ])("tells %s apart", async (_, reply, code, isTemporary) => {
    const told = await failure(provider, reply);
    expect([told.code, told.isTemporary]).toEqual([code, isTemporary]);
    // What the provider says, the prompt and the key stay out of it.
    for (const hidden of [secretKey, prompt, "scripted", "Certo"])
      expect(JSON.stringify({ ...told, m: told.message })).not.toContain(hidden);
    expect(told.message).toMatch(/[.]$/);
  });
});

describe("a model", () => {
  it("that doesn't run is told as out of reach", async () => {
    const settings = { provider: "openai-compatible", model: "x", baseUrl: "http://127.0.0.1:9/v1" } as AiSettings;
    const question = {
      settings,
      system: "",
      data: "",
      schema,
      maxOutputTokens: 5,
      signal: new AbortController().signal,
    };
    await expect(ask(question)).rejects.toMatchObject({ code: "model_unreachable", isTemporary: true });
  });

  it.each<[AiProvider, number, object]>([
    ["anthropic", 400, { type: "invalid_request_error", message: "Your credit balance is too low to access it." }],
    ["openai", 429, { type: "insufficient_quota", code: "insufficient_quota", message: "You exceeded your quota" }],
    ["openai-compatible", 402, { message: "Insufficient Balance" }],
  ])("of %s that wants to be paid first is not asked again, and says so (%s)", async (provider, status, error) => {
    const told = await failure(provider, { status, body: { type: "error", error } });
    expect(told).toMatchObject({ code: "model_refused", isTemporary: false });
    expect(told.message).toContain("no credit left");
  });

  it("that refuses in words of its own withheld the answer", async () => {
    const message = { role: "assistant", content: null, refusal: "Non posso aiutare." };
    const raw = JSON.stringify({ choices: [{ index: 0, message, finish_reason: "stop" }] });
    const told = await failure("openai-compatible", { raw });
    expect(told).toMatchObject({ code: "model_refused", message: expect.stringContaining("content filter") });
  });

  it("that asks to be left alone for a while is left alone, unless that is too long", async () => {
    const wait = async (header: string) => failure("openai", { status: 429, headers: { "retry-after": header } });
    expect(await wait("7")).toMatchObject({ isTemporary: true, details: { retryAfterMs: 7_000 } });
    await model.close();
    expect(await wait("3600")).toMatchObject({ isTemporary: false, message: expect.stringContaining("60 minutes") });
    await model.close();
    const { details } = await wait(new Date(Date.now() + 30_000).toUTCString());
    expect(details.retryAfterMs).toBeGreaterThan(20_000);
  });

  it("that doesn't answer in time is slow", async () => {
    const signal = AbortSignal.timeout(100);
    await expect(asked("openai-compatible", [{ silence: true }], { signal })).rejects.toMatchObject({
      code: "model_slow",
      isTemporary: false,
    });
  });

  it("is hung up on when nobody waits any more", async () => {
    const nobody = new AbortController();
    const before = model;
    const asking = asked("openai-compatible", [{ silence: true }], { signal: nobody.signal });
    const gone = expect(asking).rejects.toThrow("gone");
    await eventually(async () => model !== before && model.requests.length > 0);
    nobody.abort(new Error("gone"));
    await gone;
    await eventually(async () => model.requests[0]?.aborted);
  });

  it("that opens brackets without end is given up in a time that grows with them", async () => {
    const work = (say: string) => asked("openai-compatible", [{ say }]).catch((reason: unknown) => reason);
    await expectProportional({ input: (size) => "{".repeat(size), work, small: 5_000, large: 50_000 });
  });

  it("that fences its answer, as small ones do, is understood", async () => {
    const fenced = 'Ecco:\n```json\n{"body": "Gentile cliente"}\n```';
    expect((await asked("openai-compatible", [{ say: fenced }])).value).toEqual({ body: "Gentile cliente" });
  });

  it("that leaves out what would be null, as small ones do, is understood, but not one that leaves out more", async () => {
    const line = z.strictObject({ desc: z.string(), code: z.string().nullable() });
    const draft = z.strictObject({ body: z.string().nullable(), lineItems: z.array(line).nullable() });
    const answered = (say: object) => asked("openai-compatible", [{ say }], { schema: draft });
    expect((await answered({ lineItems: [{ desc: "Posa" }] })).value).toEqual({
      body: null,
      lineItems: [{ desc: "Posa", code: null }],
    });
    for (const say of [
      {},
      { lineItems: [{ code: "A" }] },
      { lineItems: [{ desc: "Posa", total: 4 }] },
      { testo: "Ciao" },
    ]) {
      await model.close();
      await expect(answered(say)).rejects.toMatchObject({ code: "model_answer_invalid" });
    }
  });

  it("that reviews is understood also where it quotes nothing, or says more than it was asked", async () => {
    const finding = {
      severity: "error",
      category: "pricing",
      field: "/body",
      message: "Manca il prezzo.",
      suggestion: "",
    };
    const say = { findings: [{ ...finding, code: "X1" }] };
    const { value } = await asked("openai-compatible", [{ say }], { schema: reviewAnswerSchema });
    expect(value).toEqual({ findings: [{ ...finding, quote: null }] });
  });

  it("that spells half a character has it replaced", async () => {
    const { value } = await asked("openai-compatible", [{ say: '{"body": "prima \\ud83d dopo"}' }]);
    expect(value).toEqual({ body: "prima \ufffd dopo" });
  });

  it("that knows no tools is asked without them", async () => {
    expect((await asked("openai-compatible", [{ status: 400 }, good], { tools: finds })).value).toEqual(good.say);
    expect(model.requests.map(({ body }) => "tools" in body)).toEqual([true, false]);
  });
});
