import { generateText, NoObjectGeneratedError, Output, stepCountIs, type ToolSet } from "ai";
import type { z } from "zod";
import type { AiSettings } from "../../domain/ai-settings.js";
import { mapTexts } from "../../domain/text/visible-text.js";
import { languageModel } from "./language-model.js";
import { type CallProgress, ModelFailure, modelFailure } from "./model-failure.js";
import { type TokenUse, totalUse } from "./token-use.js";

/** The library would write its warnings to stdout, past the log. */
globalThis.AI_SDK_LOG_WARNINGS = false;

/** Steps of one call: tool calls and the answer. The last step must be the answer. */
const maxSteps = 6;

export interface Question<S extends z.ZodType> {
  settings: AiSettings;
  system: string;
  data: string;
  schema: S;
  tools?: ToolSet;
  maxOutputTokens: number;
  signal: AbortSignal;
}

export interface Answer<T> {
  value: T;
  used: TokenUse;
}

/**
 * Asks a model one question and returns its answer, parsed by the question's schema. Makes one attempt: the caller decides whether
 * and when to retry.
 * @throws ModelFailure; the signal's reason if it was aborted for anything but a timeout
 */
export async function ask<S extends z.ZodType>(question: Question<S>): Promise<Answer<z.output<S>>> {
  const progress: CallProgress = { used: { input: null, output: null }, finishReason: null };
  const value = await askWithToolsIfSupported(question, progress);
  // JSON can contain lone surrogates, which Postgres refuses.
  return { value: mapTexts(value, (text) => text.toWellFormed()), used: progress.used };
}

/** Small local servers may not support tools. They can do without: what a tool would find was looked up before and is in the prompt. */
async function askWithToolsIfSupported<S extends z.ZodType>(
  question: Question<S>,
  progress: CallProgress,
): Promise<z.output<S>> {
  try {
    return await askOnce(question, progress);
  } catch (error) {
    const { tools: _, ...withoutTools } = question;
    if (question.tools && isBadRequest(error)) return askOnce(withoutTools, progress);
    throw error;
  }
}

const isBadRequest = (error: unknown): boolean =>
  error instanceof ModelFailure && [400, 422].includes(error.details.status ?? 0);

async function askOnce<S extends z.ZodType>(question: Question<S>, progress: CallProgress): Promise<z.output<S>> {
  const { settings, system, data, schema, tools = {}, maxOutputTokens, signal } = question;
  try {
    const { output } = await generateText({
      model: await languageModel(settings),
      maxRetries: 0,
      system,
      prompt: data,
      output: Output.object({ schema }),
      maxOutputTokens,
      abortSignal: signal,
      tools,
      stopWhen: stepCountIs(maxSteps),
      prepareStep: ({ stepNumber }) => (stepNumber < maxSteps - 1 ? {} : { toolChoice: "none" }),
      onStepFinish({ usage: { inputTokens = null, outputTokens = null }, finishReason }) {
        progress.used = totalUse(progress.used, { input: inputTokens, output: outputTokens });
        progress.finishReason = finishReason;
      },
    });
    return output as z.output<S>;
  } catch (error) {
    if (signal.aborted && (signal.reason as Error | undefined)?.name !== "TimeoutError") throw signal.reason;
    const wrapped = NoObjectGeneratedError.isInstance(error) ? wrappedAnswer(error, schema) : undefined;
    if (wrapped !== undefined) return wrapped;
    throw modelFailure(error, settings, progress);
  }
}

/** An answer of the right form inside other words or a code fence, or without what would be null, as small models give it. */
function wrappedAnswer<S extends z.ZodType>(error: NoObjectGeneratedError, schema: S): z.output<S> | undefined {
  const { text = "", finishReason } = error;
  const [from, to] = [text.indexOf("{"), text.lastIndexOf("}")];
  if (from < 0 || to < from || finishReason === "length") return undefined;
  try {
    const answer = JSON.parse(text.slice(from, to + 1));
    // An empty object says nothing, not even that all may stay as it is.
    if (Object.keys(answer).length === 0) return undefined;
    const { error: unlike } = schema.safeParse(answer);
    for (const { path } of unlike?.issues ?? []) addMissingNull(answer, path);
    return schema.safeParse(answer).data;
  } catch (unreadable) {
    if (unreadable instanceof SyntaxError) return undefined;
    throw unreadable;
  }
}

/** Adds null at a path whose last property is absent. The schema still refuses it where it allows no null. */
function addMissingNull(answer: unknown, path: readonly PropertyKey[]): void {
  const holder = path.slice(0, -1).reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown>)[key], answer);
  const name = path.at(-1);
  if (typeof name === "string" && !Object.hasOwn(holder as object, name))
    Object.assign(holder as object, { [name]: null });
}
