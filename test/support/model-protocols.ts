import type { ModelReply, ModelRequest } from "./model-script.js";

type Said = Extract<ModelReply, { say: unknown } | { call: unknown }>;

/** A scripted answer in the words of the protocol that the request speaks. */
export function answerAsked(request: ModelRequest, reply: Said): { contentType: string; text: string } {
  if (request.path.endsWith("/messages")) return json(asMessage(request, reply));
  if (request.path.endsWith("/responses")) return json(asResponse(request, reply));
  return request.body.stream ? asStream(request, reply) : json(asCompletion(request, reply));
}

const json = (value: unknown) => ({ contentType: "application/json", text: JSON.stringify(value) });
const textOf = (reply: Said): string | null =>
  "say" in reply ? (typeof reply.say === "string" ? reply.say : JSON.stringify(reply.say)) : null;
const usageOf = (reply: Said) => reply.usage ?? { input: 100, output: 50 };
const callsOf = (reply: Said) =>
  "call" in reply
    ? reply.call.map(({ name, arguments: given }, index) => ({ id: `call_${index}`, name, arguments: given }))
    : [];
/** Why an answer is less than whole, in the words of OpenAI's responses. */
const cutReasons = { length: "max_output_tokens", content_filter: "content_filter", stop: null };
const cutOf = (reply: Said) => ("say" in reply ? cutReasons[reply.finish ?? "stop"] : null);
const stopReason = (reply: Said): string => {
  if ("call" in reply) return "tool_use";
  return { length: "max_tokens", content_filter: "refusal", stop: "end_turn" }[reply.finish ?? "stop"];
};

function asCompletion({ body }: ModelRequest, reply: Said) {
  const calls = callsOf(reply).map(({ id, name, arguments: given }) => ({
    id,
    type: "function",
    function: { name, arguments: JSON.stringify(given) },
  }));
  const { input, output } = usageOf(reply);
  const finish = "call" in reply ? "tool_calls" : (reply.finish ?? "stop");
  const message = { role: "assistant", content: textOf(reply), ...(calls.length > 0 ? { tool_calls: calls } : {}) };
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1_795_000_000,
    model: body.model,
    choices: [{ index: 0, message, finish_reason: finish }],
    usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
  };
}

function asStream(request: ModelRequest, reply: Said) {
  const { choices, usage, ...head } = asCompletion(request, reply);
  const [choice] = choices;
  const text = choice?.message.content ?? "";
  const deltas = [
    ...(text.match(/[\s\S]{1,20}/g) ?? []).map((content) => ({ content })),
    ...(choice?.message.tool_calls ?? []).map((call, index) => ({ tool_calls: [{ index, ...call }] })),
  ];
  const events = [
    ...deltas.map((delta) => ({ ...head, choices: [{ index: 0, delta, finish_reason: null }] })),
    { ...head, choices: [{ index: 0, delta: {}, finish_reason: choice?.finish_reason }], usage },
  ];
  return {
    contentType: "text/event-stream",
    text: `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("")}data: [DONE]\n\n`,
  };
}

function asResponse({ body }: ModelRequest, reply: Said) {
  const { input, output } = usageOf(reply);
  const text = textOf(reply);
  const message = { type: "message", id: "msg_1", role: "assistant", status: "completed" };
  const reason = cutOf(reply);
  return {
    id: "resp_1",
    object: "response",
    created_at: 1_795_000_000,
    status: reason ? "incomplete" : "completed",
    incomplete_details: reason ? { reason } : null,
    error: null,
    model: body.model,
    output: [
      ...callsOf(reply).map(({ id, name, arguments: given }) => ({
        type: "function_call",
        id: `fc_${id}`,
        call_id: id,
        name,
        arguments: JSON.stringify(given),
        status: "completed",
      })),
      ...(text === null ? [] : [{ ...message, content: [{ type: "output_text", text, annotations: [] }] }]),
    ],
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input + output,
    },
  };
}

function asMessage({ body }: ModelRequest, reply: Said) {
  const { input, output } = usageOf(reply);
  const text = textOf(reply);
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: body.model,
    content: [
      ...(text === null ? [] : [{ type: "text", text }]),
      ...callsOf(reply).map(({ id, name, arguments: given }) => ({ type: "tool_use", id, name, input: given })),
    ],
    stop_reason: stopReason(reply),
    stop_sequence: null,
    usage: { input_tokens: input, output_tokens: output },
  };
}
