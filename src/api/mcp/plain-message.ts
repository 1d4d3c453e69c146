import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  isJsonContentType,
  type JSONRPCRequest,
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import { actionsByName } from "../../actions/index.js";

type Fields = Record<string, unknown>;
type Headers = NodeJS.Dict<string | string[]>;

export type Era = "older" | "newer";

/** A request that the SDK's own endpoint would give to the server of this era as it is, unless what `claims` holds is wrong. */
export interface PlainRequest {
  era: Era;
  request: JSONRPCRequest;
  /** what a client of the newer era says of itself, as text, for only the SDK knows what is right; empty in the older era */
  claims: string;
}

/** The revision of the newer era that the SDK knows. */
export const newerRevision = "2026-07-28";

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const fieldsOfRequest = new Set(["jsonrpc", "id", "method", "params"]);
/** Further ones ask for what is no plain case. */
const fieldsOfParams = { "tools/call": new Set(["name", "arguments", "_meta"]), "tools/list": new Set(["_meta"]) };
/** The protocol's own fields in `_meta`, of which a plain request of the newer era has no others. Whoever asks for progress gets a stream. */
const envelope = new Set([PROTOCOL_VERSION_META_KEY, CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY]);
const isOfProtocol = (name: string): boolean => name === "progressToken" || name.startsWith("io.modelcontextprotocol/");

const hasOnly = (fields: Fields, names: ReadonlySet<string>): boolean =>
  Object.keys(fields).every((name) => names.has(name));

/**
 * Recognizes the two frequent requests where nothing is left for the SDK's endpoint to refuse: a call of a tool that there is, and the
 * list of tools. Null for all else, also where only the SDK could tell.
 */
export function plainRequestOf(message: unknown, headers: Headers): PlainRequest | null {
  if (!isFields(message) || !hasOnly(message, fieldsOfRequest)) return null;
  const { jsonrpc, id, method, params = {} } = message;
  if (jsonrpc !== "2.0" || !(typeof id === "string" || Number.isSafeInteger(id))) return null;
  if (method !== "tools/call" && method !== "tools/list") return null;
  if (!isFields(params) || !hasOnly(params, fieldsOfParams[method])) return null;
  if (method === "tools/call" && !callsTool(params)) return null;
  if (!isJsonContentType(String(headers["content-type"]))) return null;
  const { _meta: meta = {} } = params;
  if (!isFields(meta)) return null;
  const own = Object.keys(meta).filter(isOfProtocol);
  const request = message as unknown as JSONRPCRequest;
  if (own.length === 0) return isPlainOlder(headers) ? { era: "older", request, claims: "" } : null;
  if (!own.every((name) => envelope.has(name)) || !isPlainNewer(request, meta, headers)) return null;
  const claims = JSON.stringify([meta[CLIENT_CAPABILITIES_META_KEY], meta[CLIENT_INFO_META_KEY]]);
  return { era: "newer", request, claims };
}

const callsTool = ({ name, arguments: args = {} }: Fields): boolean =>
  typeof name === "string" && actionsByName.has(name) && isFields(args);

function isPlainOlder({ accept = "", "mcp-protocol-version": revision }: Headers): boolean {
  const accepts = accept.includes("application/json") && accept.includes("text/event-stream");
  return accepts && (revision === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(revision)));
}

/** Whether the headers say the same as the body. */
const isPlainNewer = ({ method, params }: JSONRPCRequest, meta: Fields, headers: Headers): boolean =>
  meta[PROTOCOL_VERSION_META_KEY] === newerRevision &&
  headers["mcp-protocol-version"] === newerRevision &&
  headers["mcp-method"] === method &&
  (method === "tools/list" || headers["mcp-name"] === params?.name);
