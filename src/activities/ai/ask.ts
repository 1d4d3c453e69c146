import { generateText, NoObjectGeneratedError, Output, stepCountIs, type ToolSet } from "ai";
import type { z } from "zod";
import type { AiSettings } from "../../domain/ai-settings.js";
import { mapTexts } from "../../domain/drafting/visible-text.js";
import { languageModel } from "./language-model.js";
import { type Course, ModelFailure, modelFailure } from "./model-failure.js";
import { type TokenUse, together } from "./token-use.js";

/** Its remarks would go to stdout as they are, beside the log. */
globalThis.AI_SDK_LOG_WARNINGS = false;

/** Calls of tools and the answer itself; the last one has to be the answer. */
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
 * Asks a model one question, and gives its answer in the form asked for. Tries once: whether and when to try again is for the caller.
 * @throws ModelFailure; the signal's reason where it was aborted by another than a timeout
 */
export async function ask<S extends z.ZodType>(question: Question<S>): Promise<Answer<z.output<S>>> {
  const course: Course = { used: { input: null, output: null }, finishReason: null };
  const value = await askWithOrWithoutTools(question, course);
  // Half of a character, which JSON can spell and no database takes.
  return { value: mapTexts(value, (text) => text.toWellFormed()), used: course.used };
}

/** Small local servers may know no tools; what they would find has been looked up before. */
async function askWithOrWithoutTools<S extends z.ZodType>(question: Question<S>, course: Course): Promise<z.output<S>> {
  try {
    return await askOnce(question, course);
  } catch (error) {
    const { tools: _, ...plain } = question;
    if (question.tools && isBadRequest(error)) return askOnce(plain, course);
    throw error;
  }
}

const isBadRequest = (error: unknown): boolean =>
  error instanceof ModelFailure && [400, 422].includes(error.more.status ?? 0);

async function askOnce<S extends z.ZodType>(question: Question<S>, course: Course): Promise<z.output<S>> {
  const { settings, system, data, schema, tools = {} as ToolSet, maxOutputTokens, signal } = question;
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
        course.used = together(course.used, { input: inputTokens, output: outputTokens });
        course.finishReason = finishReason;
      },
    });
    return output as z.output<S>;
  } catch (error) {
    if (signal.aborted && (signal.reason as Error | undefined)?.name !== "TimeoutError") throw signal.reason;
    const wrapped = NoObjectGeneratedError.isInstance(error) ? wrappedAnswer(error, schema) : undefined;
    if (wrapped !== undefined) return wrapped;
    throw modelFailure(error, settings, course);
  }
}

/** An answer in the right form with words or a code fence around it, as small models give it. */
function wrappedAnswer<S extends z.ZodType>(error: NoObjectGeneratedError, schema: S): z.output<S> | undefined {
  const inner = /\{[\s\S]*\}/.exec(error.text ?? "")?.[0];
  if (!inner || error.finishReason === "length") return undefined;
  try {
    const parsed = schema.safeParse(JSON.parse(inner));
    return parsed.success ? parsed.data : undefined;
  } catch (unreadable) {
    if (unreadable instanceof SyntaxError) return undefined;
    throw unreadable;
  }
}
