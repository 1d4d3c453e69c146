import {
  Client as CurrentClient,
  StreamableHTTPClientTransport as CurrentTransport,
} from "@modelcontextprotocol/client";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

export interface ToolAnswer {
  isError?: boolean;
  structuredContent?: { result: Record<string, unknown>; cut?: string };
  content: { type: string; text: string }[];
}

export interface Tool {
  name: string;
  title?: string;
  description?: string;
  inputSchema: Record<string, unknown>;
  outputSchema?: Record<string, unknown>;
  annotations?: Record<string, unknown>;
}

/** A real MCP client, whichever SDK it is of. */
export interface McpClient {
  tools(): Promise<{ tools: Tool[]; ttlMs?: number; cacheScope?: string }>;
  call(name: string, args?: Record<string, unknown>): Promise<ToolAnswer>;
  protocol(): string | undefined;
  close(): Promise<void>;
}

/** The eras in which the endpoint is spoken to: the newest, its own client's older one, and that of another SDK. */
export const clientKinds = ["SDK 2, 2026-07-28", "SDK 2, older era", "SDK 1"] as const;

/** Connects a client by its kind; it checks each structured answer against the tool's output schema, once it has listed the tools. */
export async function connectMcp(
  url: string,
  key: string,
  kind: (typeof clientKinds)[number] = "SDK 2, 2026-07-28",
  name = "Prova",
): Promise<McpClient> {
  const endpoint = new URL("/api/mcp", url);
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  if (kind === "SDK 1") {
    const client = new OlderClient({ name, version: "1.0.0" });
    const transport = new OlderTransport(endpoint, { requestInit });
    await client.connect(transport as Parameters<typeof client.connect>[0]);
    return {
      tools: async () => (await client.listTools()) as Awaited<ReturnType<McpClient["tools"]>>,
      call: async (tool, args = {}) =>
        (await client.callTool({ name: tool, arguments: args })) as unknown as ToolAnswer,
      protocol: () => transport.protocolVersion,
      close: () => client.close(),
    };
  }
  const mode = kind === "SDK 2, older era" ? "legacy" : { pin: "2026-07-28" };
  const client = new CurrentClient({ name, version: "1.0.0" }, { versionNegotiation: { mode } });
  await client.connect(new CurrentTransport(endpoint, { requestInit }));
  return {
    tools: async () => (await client.listTools()) as unknown as Awaited<ReturnType<McpClient["tools"]>>,
    call: async (tool, args = {}) => (await client.callTool({ name: tool, arguments: args })) as unknown as ToolAnswer,
    protocol: () => client.getNegotiatedProtocolVersion(),
    close: () => client.close(),
  };
}
