import type { WaitOptions } from "../../actions/dispatch/end-waiter.js";
import type { Execute } from "../../actions/dispatch/execution.js";
import { idempotencyOf } from "../../actions/dispatch/idempotency.js";
import { actionNamed } from "../../actions/index.js";
import type { Guard } from "../../db/guard.js";
import { answerText } from "../../db/json-text.js";
import type { Caller } from "../../domain/permissions.js";
import { parseJsonObject } from "../bodies/json-body.js";

/** A call over REST whose caller is known and whose body has arrived: plain data, so that a thread can answer it too. */
export interface RestCall {
  operation: string;
  caller: Caller;
  requestId: string;
  /** undefined without the header, which may be empty */
  idempotencyKey: string | undefined;
  body: Uint8Array<ArrayBuffer>[];
}

export interface RestAnswer {
  json: string | Uint8Array<ArrayBuffer>;
  replayed: boolean;
}

/** @param guard of the caller; unset in the lane, where it is proven @throws GuardBroken if it has changed */
export type AnswerRest = (call: RestCall, waiting: WaitOptions, guard?: Guard) => Promise<RestAnswer>;

/** Makes the function that parses the body of a call, carries its action out, and writes the answer's JSON. */
export const restAnswers =
  (execute: Execute): AnswerRest =>
  async ({ operation, caller, requestId, idempotencyKey, body }, waiting, guard) => {
    const raw = Buffer.concat(body);
    const { result, replayed } = await execute({
      action: actionNamed(operation),
      caller,
      guard,
      body: parseJsonObject(raw),
      requestId,
      idempotency: idempotencyOf(idempotencyKey, caller, operation, raw),
      ...waiting,
    });
    return { json: `{"result":${answerText(result as object)}}`, replayed };
  };
