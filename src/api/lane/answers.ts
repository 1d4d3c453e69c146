import type { Logger } from "pino";
import type { WaitOptions } from "../../actions/dispatch/end-waiter.js";
import type { Execute } from "../../actions/dispatch/execution.js";
import type { Config } from "../../config.js";
import type { Database } from "../../db/database.js";
import type { Guard } from "../../db/guard.js";
import { credentialIdOf } from "../../domain/permissions.js";
import { bytesOf } from "../bodies/body.js";
import type { BytesInFlight } from "../bodies/bytes-in-flight.js";
import { type AnswerMcp, mcpAnswers } from "../mcp/answer.js";
import { callTool, type ToolCall } from "../mcp/call.js";
import { type AnswerRest, restAnswers } from "../rest/call.js";
import type { Turns } from "../turns.js";
import { createHereOrApart, maxBodyBytesHere } from "./here-or-apart.js";
import type { Lane } from "./lane.js";
import type { Job, Kind } from "./messages.js";

interface AnswerParts {
  config: Config;
  log: Logger;
  database: Database;
  /** carries out calls that aren't too much for this thread */
  execute: Execute;
  lane: Lane;
  /** of each key and connection */
  turns: Turns;
  /** large answers that their clients don't have yet */
  answersInFlight: BytesInFlight;
}

const isLarge = (body: Uint8Array[]): boolean => bytesOf(body) > maxBodyBytesHere;

/** Answers calls here, beside all other requests, or in the lane if their body is too large or they read too much. */
export function createAnswers(parts: AnswerParts): { answerRest: AnswerRest; answerMcp: AnswerMcp } {
  const { lane, turns, database, answersInFlight } = parts;
  const hereOrApart = createHereOrApart();
  const inLane = <K extends Kind>(job: Job<K>, waiting: WaitOptions, guard: Guard | undefined) =>
    lane.run(job, waiting, async () => {
      const { caller } = job.call;
      // An action that is already carried out can't be refused any more.
      answersInFlight.requireRoom(caller);
      // When its turn has come, though it may have been proven here, where there was too much to read.
      await guard?.anew().prove(database.quickReads.of(caller.organizationId));
    });
  const rest = restAnswers(parts.execute);
  const restHere: AnswerRest = (call, waiting, guard) =>
    turns.run(credentialIdOf(call.caller), waiting.client, (endTurn) =>
      rest(call, { ...waiting, waits: endTurn }, guard),
    );
  const toolHere = (call: ToolCall) =>
    turns.run(credentialIdOf(call.caller), call.client, (endTurn) => callTool(parts, { ...call, waits: endTurn }));
  const mcpHere = mcpAnswers({
    ...parts,
    callTool: (call) => {
      const attempt = { caller: call.caller, operation: call.action.name };
      return hereOrApart(
        attempt,
        () => toolHere(call),
        () => {
          const { action: _, caller: __, guard, args, requestId, isStructureKnown, ...waiting } = call;
          return inLane({ kind: "tool", call: { ...attempt, args, requestId, isStructureKnown } }, waiting, guard);
        },
      );
    },
  });
  return {
    answerRest(call, waiting, guard) {
      const apart = () => inLane({ kind: "rest", call }, waiting, guard);
      return isLarge(call.body) ? apart() : hereOrApart(call, () => restHere(call, waiting, guard), apart);
    },
    answerMcp: (call, waiting, guard) =>
      isLarge(call.body) ? inLane({ kind: "mcp", call }, waiting, guard) : mcpHere(call, waiting, guard),
  };
}
