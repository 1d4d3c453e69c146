import type { Logger } from "pino";
import type { Action } from "../../actions/action.js";
import { isPermitted } from "../../actions/dispatch/authorize.js";
import type { WaitOptions } from "../../actions/dispatch/end-waiter.js";
import type { Execute } from "../../actions/dispatch/execution.js";
import { toActionError } from "../../actions/dispatch/to-action-error.js";
import type { ShownImage } from "../../actions/outside.js";
import type { Config } from "../../config.js";
import { type Guard, GuardBroken } from "../../db/guard.js";
import { TooMuchHere } from "../../db/reading.js";
import type { ActionError, ErrorCode } from "../../domain/errors.js";
import type { Caller } from "../../domain/permissions.js";
import { logFailure } from "../log-failure.js";
import { cutTo } from "./cut.js";
import { formOf } from "./form.js";
import { listerOf } from "./lister.js";

/** Of one answer as JSON. Even where it is sent twice, as text and as structure, both stay under 25,000 tokens of 4 characters. */
const maxResultChars = 40_000;
const maxPointerChars = 300;

/** Clients give up after exactly one minute, and would never learn where the run continues. */
const waitLimitMs = 55_000;

export interface ToolCall extends WaitOptions {
  action: Action;
  caller: Caller;
  /** holds as long as the caller is what it was; unset in the lane, where that is proven */
  guard?: Guard | undefined;
  args: unknown;
  requestId: string;
  /** whether the client knows structured results */
  isStructureKnown: boolean;
}

interface CallParts {
  config: Config;
  log: Logger;
  execute: Execute;
}

/**
 * Carries out a tool call. Errors are returned as a result with `isError`, for the model to read.
 * @returns a `CallToolResult` as JSON
 * @throws GuardBroken if the caller has changed; TooMuchHere if it would read more than may be read here
 */
export async function callTool(parts: CallParts, call: ToolCall): Promise<string> {
  try {
    const { result, whole, notes: pageNotes, image } = await resultWithin(parts, call);
    const structure = whole ? { result } : shortened(parts, call, result, pageNotes);
    return formOf(structure, call.isStructureKnown, image, whole);
  } catch (error) {
    if (error instanceof TooMuchHere || error instanceof GuardBroken) throw error;
    const failure = toActionError(error);
    logFailure(parts.log, "tool call", { requestId: call.requestId, error, told: failure });
    return JSON.stringify({ content: [{ type: "text", text: failureText(failure, call) }], isError: true });
  }
}

/** The part of the result that is shown, with a note on what is missing. */
function shortened(parts: CallParts, call: ToolCall, result: unknown, pageNotes: string[]) {
  const { value, missing } = cutTo(result, maxResultChars);
  const rest = missing.length > 0 ? [`Shortened: ${missing.join("; ")}. ${restOf(parts, call)}`] : [];
  const notes = [...pageNotes, ...rest];
  return { result: value, ...(notes.length > 0 ? { cut: notes.join(" ") } : {}) };
}

interface Answer {
  result: unknown;
  /** the structured content as JSON, where the result is short enough to be shown whole */
  whole?: string;
  notes: string[];
  image?: ShownImage | undefined;
}

/** Runs the action. A list that is too long is read again with fewer entries, so that its cursor continues where it ends. */
async function resultWithin(parts: CallParts, call: ToolCall): Promise<Answer> {
  let image: ShownImage | undefined;
  const showImage = (shown: ShownImage) => {
    image = shown;
  };
  const run = async (body: unknown): Promise<unknown> => {
    const outcome = await parts.execute({ ...call, body, showImage, limitMs: waitLimitMs });
    return outcome.result;
  };
  const result = await run(call.args);
  const whole = JSON.stringify({ result });
  if (whole.length <= maxResultChars) return { result, whole, notes: [], image };
  const lengths = entryLengths(result);
  if (lengths.length === 0 || call.action.effect !== "read") return { result, notes: [], image };
  const others = whole.length - lengths.reduce((sum, length) => sum + length, 1);
  // Where all else is long, such as a book's description, that is cut: a part of less than a third stays whole.
  const maxChars = Math.max(maxResultChars * 0.9 - others, maxResultChars * 0.3);
  const limit = lengths.length < 2 ? 1 : Math.max(1, countWithin(lengths, maxChars));
  return {
    result: await run({ ...(call.args as object), limit }),
    notes: [`Only ${limit} entries, to keep the answer short; for the rest call again with cursor = nextCursor.`],
  };
}

/** How many characters each entry of a page takes; the cursor continues after the last entry shown. None: the result is no page. */
function entryLengths(result: unknown): number[] {
  if (!isObject(result) || !("nextCursor" in result)) return [];
  const lists = Object.values(result).filter((value): value is object[] => Array.isArray(value) && isObject(value[0]));
  const lengths = lists.flat().map((entry) => JSON.stringify(entry).length + 1);
  // The lists don't show to which of them the next entry belongs, so the longest entries are counted first, and any others fit.
  return lists.length < 2 ? lengths : lengths.sort((one, other) => other - one);
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

function countWithin(lengths: readonly number[], maxChars: number): number {
  let chars = 0;
  const tooMany = lengths.findIndex((length) => {
    chars += length;
    return chars > maxChars;
  });
  return tooMany === -1 ? lengths.length : tooMany;
}

const restOf = (parts: CallParts, { action }: ToolCall): string =>
  action.effect === "read"
    ? `For the rest use ${action.readWholeBy ?? "narrower arguments or the tools that list and read the parts"}; with an API key REST returns all of it: POST ${parts.config.BASE_URL}/api/rest/actions/${action.name}.`
    : action.effect === "ask"
      ? "The action was carried out in full. Don't call it again, which would ask the language model again: read the stored result with the tools that get the parts."
      : "The action was carried out in full; read the rest with the tools that list and get the parts, or with an API key over REST.";

const advice: Partial<Record<ErrorCode, string>> = {
  invalid_input: "Correct what is named here, and call again.",
  forbidden: "Give up on this, or have the person ask the organization's owner for the permission.",
  quota_exceeded: "Give up on this for today, and tell the person.",
  unavailable: "Wait a few seconds, and call again.",
};

/** The error as one text: its code, the fields, and what to change. */
function failureText({ code, message, extras }: ActionError, call: ToolCall): string {
  const errors = extras.errors ?? [];
  const shown = errors.map(({ pointer, detail }) => `${pointer.slice(0, maxPointerChars) || "arguments"}: ${detail}`);
  const what = (shown.length > 0 ? shown.join("; ") : message).replace(/(?<![.!?])$/, ".");
  const request = code === "internal" ? ` (request id ${call.requestId})` : "";
  const next = code === "not_found" ? whereToLook(message, call) : advice[code];
  return [`${code}: ${what}${request}`, next].filter(Boolean).join(" ");
}

/** Where the right id is to be had, for one that leads to nothing. */
function whereToLook(message: string, { action, caller }: ToolCall): string {
  const lister = listerOf(action, /^\w+(?=:)/.exec(message)?.[0] ?? "");
  const isKnown = lister !== undefined && isPermitted(lister, caller);
  return `Use an id from an earlier result, or from ${isKnown ? lister.name : "the tool that lists such records"}.`;
}
