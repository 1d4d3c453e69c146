import { createServer } from "node:http";
import { listening } from "./listening.js";

export interface CollectedSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  facts: Record<string, string | number>;
}

interface Attribute {
  key: string;
  value: Record<string, string | number>;
}
interface Export {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<CollectedSpan, "facts" | "service"> & { attributes: Attribute[] })[] }[];
  }[];
}

const factsOf = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] as string | number]));

/** A collector of OpenTelemetry, which takes spans by OTLP over HTTP as JSON. */
export async function startCollector() {
  const spans: CollectedSpan[] = [];
  let text = "";
  const server = createServer(async (request, answer) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    text += body;
    for (const { resource, scopeSpans } of (JSON.parse(body) as Export).resourceSpans) {
      const service = String(factsOf(resource.attributes)["service.name"]);
      for (const { attributes, ...span } of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({ ...span, service, facts: factsOf(attributes) });
    }
    answer.setHeader("content-type", "application/json").end("{}");
  });
  const { url, close } = await listening(server);
  return {
    url,
    spans,
    /** all that was sent */
    text: () => text,
    close,
  };
}
