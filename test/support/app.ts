import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { OAuthDiscoveryState } from "@modelcontextprotocol/client";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { listening } from "./listening.js";
import { type ClientKind, type McpClient, mcpClient, type UnconnectedClient } from "./mcp.js";

/** Takes the person to an address and does there what the test wants done. */
type Person = (address: string) => Promise<unknown>;

/** A program on its user's computer that connects to an MCP server by its URL alone, through the SDK's own OAuth client. */
export interface App {
  /**
   * Does what needs an approval: tries, sends the person to the address that the SDK gives, and tries again with what comes back.
   * @throws what the server said, where no approval would help; `access_denied` where the person declined
   */
  connect(person: Person): Promise<McpClient>;
  call(person: Person, ...call: Parameters<McpClient["call"]>): ReturnType<McpClient["call"]>;
  /** what it keeps, as a program would in its settings */
  kept: { tokens?: OAuthTokens | undefined; registration?: OAuthClientInformationMixed | undefined };
  close(): Promise<void>;
}

export async function startApp(url: string, kind: ClientKind, name = "Claude"): Promise<App> {
  const callbacks = createServer((request, answer) => {
    answer.setHeader("content-type", "text/html").end("<!doctype html><title>Done</title><h1>You may close this</h1>");
    callbacks.emit("callback", new URL(request.url ?? "", "http://localhost").searchParams);
  });
  const waiting = await listening(callbacks);
  const redirectUrl = `${waiting.url}/callback`;

  const kept: App["kept"] = {};
  let [verifier, state, asked] = ["", "", ""];
  let discovered: OAuthDiscoveryState | undefined;
  const authProvider = {
    redirectUrl,
    clientMetadata: { client_name: name, redirect_uris: [redirectUrl] },
    state: () => {
      state = randomUUID();
      return state;
    },
    clientInformation: () => kept.registration,
    saveClientInformation(registration: OAuthClientInformationMixed) {
      kept.registration = registration;
    },
    tokens: () => kept.tokens,
    saveTokens(tokens: OAuthTokens) {
      kept.tokens = tokens;
    },
    invalidateCredentials(scope: "all" | "client" | "tokens" | "verifier" | "discovery") {
      if (scope === "all" || scope === "tokens") delete kept.tokens;
      if (scope === "all" || scope === "client") delete kept.registration;
    },
    redirectToAuthorization(address: URL) {
      asked = address.href;
    },
    saveCodeVerifier(given: string) {
      verifier = given;
    },
    codeVerifier: () => verifier,
    discoveryState: () => discovered,
    saveDiscoveryState(given: OAuthDiscoveryState) {
      discovered = given;
    },
  };
  let client: UnconnectedClient | undefined;

  async function approved<T>(person: Person, attempt: () => Promise<T>, tried: () => UnconnectedClient): Promise<T> {
    try {
      return await attempt();
    } catch (error) {
      if (!asked) throw error;
    }
    const address = asked;
    asked = "";
    const cameBack = once(callbacks, "callback") as Promise<[URLSearchParams]>;
    await person(address);
    const [callback] = await cameBack;
    if (callback.get("state") !== state) throw new Error("the answer belongs to another request");
    if (callback.has("error")) throw new Error(String(callback.get("error")));
    await tried().finishAuth(callback);
    return attempt();
  }

  return {
    kept,
    async connect(person) {
      let latest: UnconnectedClient | undefined;
      const attempt = async () => {
        latest = mcpClient(url, { authProvider }, kind, name);
        await latest.connect();
        return latest;
      };
      client = await approved(person, attempt, () => latest as UnconnectedClient);
      return client;
    },
    call: (person, ...call) => {
      const connected = client as UnconnectedClient;
      return approved(
        person,
        () => connected.call(...call),
        () => connected,
      );
    },
    async close() {
      await client?.close();
      await waiting.close();
    },
  };
}
