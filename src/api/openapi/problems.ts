import { type ErrorCode, errorCodes } from "../../domain/errors.js";
import type { JsonSchema } from "../json-schema.js";

/** The meaning of each code and what to do about it, for readers who follow a problem's `type`. */
export const meanings: Record<ErrorCode, string> = {
  invalid_input:
    "The body is not JSON, doesn't fit the action's schema, or holds a value that can't refer to anything. Correct what errors lists, by pointer: the first 100 violations, then how many more there are.",
  unauthenticated:
    "There is no key, or it is malformed, unknown, revoked or expired. Send one as Authorization: Bearer.",
  forbidden: "The key or role lacks the permission that detail names, or the action is closed to guests.",
  unknown_action: "No action has this name.",
  not_found:
    "There is no such record in the caller's organization, or the caller has no access to it; detail names field and id.",
  method_not_allowed: "The address takes other methods, listed in the header Allow. Actions are called with POST.",
  too_slow: "The request arrived too slowly. Send it again over a faster line.",
  conflict:
    "The record's state forbids it, or the Idempotency-Key was used for another request, or its first request is still under way. Read the record again.",
  too_large:
    "The body is over 2 MB, or over 32 MB where the action takes large bodies; a file is over the limit of files.",
  unsupported_media_type: "The body is not of the type that the address takes; for actions, application/json.",
  range_not_satisfiable: "The range begins beyond the end of the file, whose size Content-Range gives.",
  unprocessable: "Well-formed and permitted, but it can't be carried out as asked; detail says why.",
  rate_limited:
    "More requests in a minute, more bytes at once or more work in the background than are allowed; detail says which. Wait for as long as the header Retry-After says.",
  quota_exceeded:
    "The organization's quota for today is used up. It starts again after midnight in the organization's time zone.",
  headers_too_large: "The header fields have more than 16 KB together. Send fewer.",
  internal: "Something went wrong on the server. Report it with the requestId.",
  unavailable:
    "The database or the storage of files doesn't do its work now, or the server has as much in hand as it can; detail says which. Send the request again after a while.",
};

const headersByStatus: Record<number, Record<string, string>> = {
  401: { "WWW-Authenticate": "Bearer" },
  416: { "Content-Range": "how many bytes the file has, such as bytes */1024" },
  429: { "Retry-After": "seconds to wait" },
  503: { "Retry-After": "seconds to wait" },
};

export const requestIdHeader = {
  "X-Request-Id": { description: "identifies this request in logs and in the audit log", schema: { type: "string" } },
};

const nameOf = (status: number): string => `Problem${status}`;

/** References to the shared problem responses of these statuses. */
export const problemReferences = (statuses: readonly number[]): Record<string, JsonSchema> =>
  Object.fromEntries(
    statuses.map((status) => [String(status), { $ref: `#/components/responses/${nameOf(status)}` }] as const),
  );

/** What an action may answer. */
export const problemStatuses: readonly number[] = [400, 401, 403, 404, 409, 413, 415, 422, 429, 503];
/** The further statuses with which a request for part of a file may be answered. */
const ofFiles = [416];

/** The shared problem responses, for `components.responses`. */
export function problemResponses(): Record<string, JsonSchema> {
  return Object.fromEntries(
    [...problemStatuses, ...ofFiles].map((status) => {
      const codes = Object.keys(errorCodes).filter((code) => errorCodes[code as ErrorCode].status === status);
      const own = Object.entries(headersByStatus[status] ?? {}).map(
        ([name, description]) => [name, { description, schema: { type: "string" } }] as const,
      );
      return [
        nameOf(status),
        {
          description: codes.map((code) => `\`${code}\`: ${meanings[code as ErrorCode]}`).join("\n\n"),
          headers: { ...requestIdHeader, ...Object.fromEntries(own) },
          content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
        },
      ];
    }),
  );
}

export const problemSchema: JsonSchema = {
  type: "object",
  description: "What went wrong (RFC 9457).",
  properties: {
    type: { type: "string", description: "where the code is explained" },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string", description: "what is wrong with this request, and what to do next" },
    code: { type: "string", enum: Object.keys(errorCodes) },
    requestId: { type: "string" },
    errors: {
      type: "array",
      description:
        "with `invalid_input`: the violations, at most 100, then one without a pointer that says how many more",
      items: {
        type: "object",
        properties: {
          pointer: { type: "string", description: "JSON Pointer into the body" },
          detail: { type: "string" },
        },
        required: ["pointer", "detail"],
      },
    },
  },
  required: ["type", "title", "status", "detail", "code", "requestId"],
};
