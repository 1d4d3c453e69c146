import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  isJsonContentType,
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import { actionsByName } from "../../actions/index.js";
import type { Called } from "./tool-call.js";

type Fields = Record<string, unknown>;
type Headers = NodeJS.Dict<string | string[]>;

type Era = "older" | "newer";

/** A request that the SDK's own endpoint would carry out as it is, unless what `claims` holds is wrong. */
export interface PlainRequest {
  era: Era;
  id: string | number;
  /** unset: it asks for the list of tools */
  call?: Called;
  /** what a client of the newer era says about itself, as text, since only the SDK can check it; empty in the older era */
  claims: string;
}

/** The revision of the newer era that the SDK knows. */
const newerRevision = "2026-07-28";

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const fieldsOfRequest = new Set(["jsonrpc", "id", "method", "params"]);
/** Any other parameter makes the request no plain case. */
const fieldsOfParams = { "tools/call": new Set(["name", "arguments", "_meta"]), "tools/list": new Set(["_meta"]) };
/** The protocol's own fields in `_meta`. A plain request of the newer era has no others: a client that asks for progress gets a stream. */
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
  if (!isJsonContentType(String(headers["content-type"]))) return null;
  const { _meta: meta = {} } = params;
  if (!isFields(meta)) return null;
  const era = eraOf({ method, name: params.name, meta }, headers);
  if (!era) return null;
  const [capabilities, client] = [meta[CLIENT_CAPABILITIES_META_KEY], meta[CLIENT_INFO_META_KEY]];
  const claims = era === "newer" ? JSON.stringify([capabilities, client]) : "";
  const plain = { era, id: id as string | number, claims };
  if (method === "tools/list") return plain;
  const call = calledBy(params, client);
  return call && { ...plain, call };
}

function calledBy({ name, arguments: args = {} }: Fields, client: unknown): Called | null {
  const action = typeof name === "string" ? actionsByName.get(name) : undefined;
  return action && isFields(args) ? { action, args, ownName: isFields(client) ? client.name : undefined } : null;
}

interface Stated {
  method: string;
  name: unknown;
  meta: Fields;
}

/** The era of a request that says the same in its headers as in its body; null for one that doesn't, or asks for more in `_meta`. */
function eraOf(stated: Stated, headers: Headers): Era | null {
  const own = Object.keys(stated.meta).filter(isOfProtocol);
  if (own.length === 0) return isPlainOlder(headers) ? "older" : null;
  return own.every((name) => envelope.has(name)) && isPlainNewer(stated, headers) ? "newer" : null;
}

function isPlainOlder({ accept = "", "mcp-protocol-version": revision }: Headers): boolean {
  const accepts = accept.includes("application/json") && accept.includes("text/event-stream");
  return accepts && (revision === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(revision)));
}

const isPlainNewer = ({ method, name, meta }: Stated, headers: Headers): boolean =>
  meta[PROTOCOL_VERSION_META_KEY] === newerRevision &&
  headers["mcp-protocol-version"] === newerRevision &&
  headers["mcp-method"] === method &&
  (method === "tools/list" || headers["mcp-name"] === name);
