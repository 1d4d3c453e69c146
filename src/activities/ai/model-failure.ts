import { APICallError, type FinishReason, NoObjectGeneratedError, NoOutputGeneratedError } from "ai";
import type { RunFailureCode } from "../../domain/ai-run.js";
import type { AiSettings } from "../../domain/ai-settings.js";
import { minuteMs } from "../../domain/calendar/durations.js";
import type { TokenUse } from "./token-use.js";

/** What a call has done so far, over all its steps. */
export interface CallProgress {
  used: TokenUse;
  /** of the last step */
  finishReason: FinishReason | null;
}

interface FailureDetails {
  retryAfterMs?: number;
  used?: TokenUse;
  /** HTTP status of the provider's answer */
  status?: number;
}

/**
 * Why a model gave no usable answer, in words for the requester. The provider's own words are never used: they may repeat the
 * prompt or parts of the API key.
 */
export class ModelFailure extends Error {
  constructor(
    readonly code: RunFailureCode,
    message: string,
    /** the same call may succeed a little later */
    readonly isTemporary: boolean,
    readonly details: FailureDetails = {},
  ) {
    super(message);
    this.name = "ModelFailure";
  }
}

/** A provider that asks to wait for longer is not asked again. */
const longestRetryAfterMs = 120_000;
const settingsHint = "correct AI_* in the environment, or the organization's own choice (npm run admin -- ai set …)";

const permanent = (code: RunFailureCode, message: string, details?: FailureDetails): ModelFailure =>
  new ModelFailure(code, message, false, details);

/** Turns any error of a call into a ModelFailure. @param progress the tokens used so far, and how the last step ended */
export function modelFailure(error: unknown, settings: AiSettings, progress?: CallProgress): ModelFailure {
  if (error instanceof ModelFailure) return error;
  const { code, message, isTemporary, details } = classify(error, settings, progress?.finishReason ?? null);
  return new ModelFailure(code, message, isTemporary, progress ? { ...details, used: progress.used } : details);
}

function classify(error: unknown, settings: AiSettings, finishReason: FinishReason | null): ModelFailure {
  if (isLostConnection(error)) return unreachable();
  if (APICallError.isInstance(error)) return refused(error, settings);
  if (NoObjectGeneratedError.isInstance(error) || NoOutputGeneratedError.isInstance(error))
    return unusable(finishReason, settings);
  if ((error as { name?: string } | null)?.name === "TimeoutError")
    return permanent("model_slow", "The model took too long to answer; ask for less at a time, or set a faster model.");
  return unreadable(settings);
}

/** Anthropic says it with 400, OpenAI with 429; of a provider's words only this is looked for. */
const noCredit = /credit balance is too low|insufficient_quota|insufficient balance/i;

function refused(error: APICallError, settings: AiSettings): ModelFailure {
  const { model } = settings;
  const { statusCode: status } = error;
  if (status === undefined || isLostConnection(error.cause)) return unreachable();
  if (status === 402 || noCredit.test(error.responseBody ?? ""))
    return permanent(
      "model_refused",
      `The account at the model's provider has no credit left (${status}); top it up there, then ask again.`,
    );
  if (status === 429) return busy(retryAfterMs(error.responseHeaders?.["retry-after"]));
  if (status >= 500)
    return unreachable(`The model's provider answers with an error of its own (${status}); ask again later.`);
  if (status === 408)
    return permanent("model_slow", "The model's provider gave up waiting (408); ask for less at a time.");
  if (status === 401 || status === 403)
    return permanent("model_refused", `The model's provider refuses the API key (${status}); ${settingsHint}.`);
  if (status === 404)
    return permanent("model_refused", `The provider knows no model "${model}" at this address (404); ${settingsHint}.`);
  if (status < 300) return unreadable(settings);
  return permanent(
    "model_refused",
    `The model's provider refuses the request (${status}): the model "${model}" may not give structured answers, or the document is too long for it; set another model, or ask for less.`,
    { status },
  );
}

/** Recognized by name and message: what `fetch` throws is a plain TypeError. */
const isLostConnection = (error: unknown): boolean => {
  const { name, message = "" } = (error ?? {}) as Partial<Error>;
  return name === "TypeError" && /^(fetch failed|terminated)$/.test(message);
};

const unreachable = (
  message = "The model server can't be reached, or breaks off in the middle of its answer; see that it runs, then ask again.",
): ModelFailure => new ModelFailure("model_unreachable", message, true);

const unreadable = ({ provider }: AiSettings): ModelFailure =>
  permanent(
    "model_answer_invalid",
    `The model server's answer can't be read: it doesn't speak the protocol of ${provider}; ${settingsHint}.`,
  );

function busy(waitMs: number | undefined): ModelFailure {
  const isTemporary = waitMs === undefined || waitMs <= longestRetryAfterMs;
  const when = isTemporary ? "later" : `in ${Math.ceil(waitMs / minuteMs)} minutes`;
  return new ModelFailure(
    "model_busy",
    `The model's provider takes no more requests for now, or the account has no credit left (429); ask again ${when}.`,
    isTemporary,
    waitMs === undefined ? {} : { retryAfterMs: waitMs },
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
    return permanent(
      "model_answer_cut",
      "The model's answer was cut off at its limit; ask for less at a time, or set a model that writes longer answers.",
    );
  if (finishReason === "content-filter")
    return permanent(
      "model_refused",
      "The model's provider withheld the answer (content filter); put the instructions another way.",
    );
  return permanent(
    "model_answer_invalid",
    `The model "${model}" didn't answer in the form asked for; ask again, or set a model that gives structured answers.`,
  );
}
