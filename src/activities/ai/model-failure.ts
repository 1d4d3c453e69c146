import { APICallError, type FinishReason, NoObjectGeneratedError, NoOutputGeneratedError } from "ai";
import type { RunFailureCode } from "../../domain/ai-run.js";
import type { AiSettings } from "../../domain/ai-settings.js";
import type { TokenUse } from "./token-use.js";

/** How far a call came before it failed, with all its steps. */
export interface Course {
  used: TokenUse;
  /** of the last step */
  finishReason: FinishReason | null;
}

/**
 * Why a model gave no answer that can be used, in words for whoever asked. Never the provider's own: those may repeat the prompt
 * or parts of the key.
 */
export class ModelFailure extends Error {
  constructor(
    readonly code: RunFailureCode,
    message: string,
    /** whether the same call may succeed a little later */
    readonly mayPass: boolean,
    readonly more: { retryAfterMs?: number; used?: TokenUse; status?: number } = {},
  ) {
    super(message);
    this.name = "ModelFailure";
  }
}

/** No call waits longer than this for a provider that asks to be left alone for a while. */
const longestRetryAfterMs = 120_000;
const settingsHint = "correct AI_* in the environment, or the organization's own choice (npm run admin -- ai set …)";

/** Reads what went wrong with a call, whoever threw it. */
export function modelFailure(error: unknown, settings: AiSettings, course?: Course): ModelFailure {
  if (error instanceof ModelFailure) return error;
  const { code, message, mayPass, more } = failureOf(error, settings, course?.finishReason ?? null);
  return new ModelFailure(code, message, mayPass, course ? { ...more, used: course.used } : more);
}

function failureOf(error: unknown, settings: AiSettings, finishReason: FinishReason | null): ModelFailure {
  if (isLostConnection(error)) return unreachable();
  if (APICallError.isInstance(error)) return refused(error, settings);
  if (NoObjectGeneratedError.isInstance(error) || NoOutputGeneratedError.isInstance(error))
    return unusable(finishReason, settings);
  if ((error as { name?: string } | null)?.name === "TimeoutError")
    return new ModelFailure(
      "model_slow",
      "The model took too long to answer; ask for less at a time, or set a faster model.",
      false,
    );
  return new ModelFailure(
    "model_answer_invalid",
    `The model server's answer can't be read: it doesn't speak the protocol of ${settings.provider}; ${settingsHint}.`,
    false,
  );
}

function refused(error: APICallError, { model, provider }: AiSettings): ModelFailure {
  const { statusCode: status } = error;
  if (status === undefined || isLostConnection(error.cause)) return unreachable();
  if (status === 429) return busy(retryAfterMs(error.responseHeaders?.["retry-after"]));
  if (status >= 500)
    return new ModelFailure(
      "model_unreachable",
      `The model's provider answers with an error of its own (${status}); ask again later.`,
      true,
    );
  if (status === 408)
    return new ModelFailure("model_slow", "The model's provider gave up waiting (408); ask for less at a time.", false);
  if (status === 401 || status === 403)
    return new ModelFailure(
      "model_refused",
      `The model's provider refuses the API key (${status}); ${settingsHint}.`,
      false,
    );
  if (status === 404)
    return new ModelFailure(
      "model_refused",
      `The provider knows no model "${model}" at this address (404); ${settingsHint}.`,
      false,
    );
  if (status < 300)
    return new ModelFailure(
      "model_answer_invalid",
      `The model server's answer can't be read: it doesn't speak the protocol of ${provider}; ${settingsHint}.`,
      false,
    );
  return new ModelFailure(
    "model_refused",
    `The model's provider refuses the request (${status}): the model "${model}" may not give structured answers, or the document is too long for it; set another model, or ask for less.`,
    false,
    { status },
  );
}

/** By name and words: what `fetch` throws is a plain TypeError. */
const isLostConnection = (error: unknown): boolean => {
  const { name, message = "" } = (error ?? {}) as Partial<Error>;
  return name === "TypeError" && /^(fetch failed|terminated)$/.test(message);
};

const unreachable = (): ModelFailure =>
  new ModelFailure(
    "model_unreachable",
    "The model server can't be reached, or breaks off in the middle of its answer; see that it runs, then ask again.",
    true,
  );

function busy(waitMs: number | undefined): ModelFailure {
  const mayPass = waitMs === undefined || waitMs <= longestRetryAfterMs;
  const when = mayPass ? "later" : `in ${Math.ceil((waitMs ?? 0) / 60_000)} minutes`;
  return new ModelFailure(
    "model_busy",
    `The model's provider takes no more requests for now, or the account has no credit left (429); ask again ${when}.`,
    mayPass,
    {
      ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }),
    },
  );
}

/** A `Retry-After` header, in seconds or as a date. */
function retryAfterMs(header: string | undefined): number | undefined {
  if (!header) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

function unusable(finishReason: FinishReason | null, { model }: AiSettings): ModelFailure {
  if (finishReason === "length")
    return new ModelFailure(
      "model_answer_cut",
      "The model's answer was cut off at its limit; ask for less at a time, or set a model that writes longer answers.",
      false,
    );
  if (finishReason === "content-filter")
    return new ModelFailure(
      "model_refused",
      "The model's provider withheld the answer (content filter); put the instructions another way.",
      false,
    );
  return new ModelFailure(
    "model_answer_invalid",
    `The model "${model}" didn't answer in the form asked for; ask again, or set a model that gives structured answers.`,
    false,
  );
}
