import {
  Client as CurrentClient,
  StreamableHTTPClientTransport as CurrentTransport,
  type OAuthClientProvider,
} from "@modelcontextprotocol/client";
import { AjvJsonSchemaValidator as CurrentValidator } from "@modelcontextprotocol/client/validators/ajv";
import type { OAuthClientProvider as OlderProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { AjvJsonSchemaValidator as OlderValidator } from "@modelcontextprotocol/sdk/validation/ajv-provider.js";

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
  instructions(): string | undefined;
  close(): Promise<void>;
}

/** The eras in which the endpoint is spoken to: the newest, its own client's older one, and that of another SDK. */
export const clientKinds = ["SDK 2, 2026-07-28", "SDK 2, older era", "SDK 1"] as const;
export type ClientKind = (typeof clientKinds)[number];

/** What a client shows: an API key, or all that it needs to sign its user in. */
type Credentials = { key: string } | { authProvider: OAuthClientProvider & OlderProvider };

/** A client that isn't connected yet, and can take what its user's browser brought back. */
export interface UnconnectedClient extends McpClient {
  connect(): Promise<void>;
  finishAuth(callback: URLSearchParams): Promise<void>;
}

/** Compiles a schema for all clients at once: for the hundred tools of each client that takes most of a second. */
function remembering<S, V>(validator: { getValidator(schema: S): V }) {
  const validators = new Map<string, V>();
  const compile = validator.getValidator.bind(validator);
  validator.getValidator = (schema) => {
    const text = JSON.stringify(schema);
    const known = validators.get(text) ?? compile(schema);
    validators.set(text, known);
    return known;
  };
}
const [currentValidator, olderValidator] = [new CurrentValidator(), new OlderValidator()];
remembering(currentValidator);
remembering(olderValidator);

/** A client by its kind; it checks each structured answer against the tool's output schema, once it has listed the tools. */
export function mcpClient(url: string, credentials: Credentials, kind: ClientKind, name: string): UnconnectedClient {
  const endpoint = new URL("/api/mcp", url);
  const options =
    "key" in credentials ? { requestInit: { headers: { authorization: `Bearer ${credentials.key}` } } } : credentials;
  if (kind === "SDK 1") {
    const client = new OlderClient({ name, version: "1.0.0" }, { jsonSchemaValidator: olderValidator });
    const transport = new OlderTransport(endpoint, options);
    return {
      connect: () => client.connect(transport as Parameters<typeof client.connect>[0]),
      finishAuth: (callback) => transport.finishAuth(callback.get("code") ?? ""),
      tools: async () => (await client.listTools()) as Awaited<ReturnType<McpClient["tools"]>>,
      call: async (tool, args = {}) =>
        (await client.callTool({ name: tool, arguments: args })) as unknown as ToolAnswer,
      protocol: () => transport.protocolVersion,
      instructions: () => client.getInstructions(),
      close: () => client.close(),
    };
  }
  const mode = kind === "SDK 2, older era" ? "legacy" : { pin: "2026-07-28" };
  const client = new CurrentClient(
    { name, version: "1.0.0" },
    { versionNegotiation: { mode }, jsonSchemaValidator: currentValidator },
  );
  const transport = new CurrentTransport(endpoint, options);
  return {
    connect: () => client.connect(transport),
    finishAuth: (callback) => transport.finishAuth(callback),
    tools: async () => (await client.listTools()) as unknown as Awaited<ReturnType<McpClient["tools"]>>,
    call: async (tool, args = {}) => (await client.callTool({ name: tool, arguments: args })) as unknown as ToolAnswer,
    protocol: () => client.getNegotiatedProtocolVersion(),
    instructions: () => client.getInstructions(),
    close: () => client.close(),
  };
}

/** Connects a client by an API key, or by an access token that was had otherwise. */
export async function connectMcp(
  url: string,
  key: string,
  kind: ClientKind = "SDK 2, 2026-07-28",
  name = "Prova",
): Promise<McpClient> {
  const client = mcpClient(url, { key }, kind, name);
  await client.connect();
  return client;
}
