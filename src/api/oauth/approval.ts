import type { Context } from "koa";
import type { App } from "../app.js";
import { clientName } from "../mcp/client-name.js";
import type { SignedIn } from "../sign-in/sessions.js";
import { addConnection, type Mode } from "./connections.js";
import { errors, type OidcProvider } from "./oidc.js";
import { scopes } from "./resource.js";

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** An app's request that somebody is looking at. */
export interface Approval {
  uid: string;
  client: AskingClient;
  /** e-mail address that the app expects to sign in */
  loginHint: string | undefined;
  /** whether the app asked for more than reading */
  asksToChange: boolean;
  /** who gave a password for this very request; null: nobody yet */
  userId: string | null;
  /** whether it was answered, which can't be done twice */
  isAnswered: boolean;
  /** where the answer is made into a redirect to the app */
  returnTo: string;
  /** of the OAuth request */
  resources: string[];
}

interface AskingClient {
  id: string;
  /** null: none that can be shown */
  name: string | null;
  /** the host of the document that describes the app, which was fetched from there; null: it registered itself */
  publishedAt: string | null;
  /** host, or the scheme of an app's own */
  redirectHost: string;
  /** as the source of a content security policy */
  redirectOrigin: string;
  /** whether every address that the app may use is on the reader's own computer */
  isLocal: boolean;
}

/** The request under this address, if this browser began it. Null where it is over or another's. */
export async function findApproval(provider: OidcProvider, ctx: Context): Promise<Approval | null> {
  try {
    const { uid, params, result, returnTo } = await provider.interactionDetails(ctx.req, ctx.res);
    if (uid !== ctx.params.uid) return null;
    const client = await provider.Client.find(String(params.client_id));
    if (!client) return null;
    const redirect = new URL(String(params.redirect_uri));
    return {
      uid,
      returnTo,
      client: {
        id: client.clientId,
        name: clientName(client.clientName),
        publishedAt: client.clientId.startsWith("https://") ? new URL(client.clientId).host : null,
        redirectHost: redirect.host || redirect.protocol,
        redirectOrigin: originOf(redirect),
        isLocal: (client.redirectUris ?? []).every((uri) => !/^https:/.test(uri)),
      },
      loginHint: typeof params.login_hint === "string" ? params.login_hint : undefined,
      asksToChange: String(params.scope).split(" ").includes("actions:write"),
      userId: result?.login?.accountId ?? null,
      isAnswered: result?.consent?.grantId !== undefined || result?.error !== undefined,
      resources: [params.resource ?? []].flat() as string[],
    };
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return null;
    throw error;
  }
}

/** A policy knows no IPv6 address: there the scheme must do. */
const originOf = ({ protocol, host, hostname, origin }: URL): string =>
  !host || hostname.startsWith("[") || !/^https?:$/.test(protocol)
    ? protocol
    : loopback.has(hostname)
      ? `${protocol}//${host}`
      : origin;

/**
 * Makes the connection that somebody approved, and lets the answer go to the app.
 * @returns where to send the browser
 */
export async function approve(
  app: App,
  ctx: Context,
  approval: Approval,
  chosen: { person: SignedIn; organizationId: string; mode: Mode },
): Promise<string> {
  const provider = await app.oauth.provider();
  const { client, resources, asksToChange } = approval;
  const { person, organizationId } = chosen;
  const mode = asksToChange ? chosen.mode : "read";
  const grant = new provider.Grant({ accountId: person.userId, clientId: client.id });
  const [granted, refused] = mode === "change" ? [scopes.join(" "), ""] : ["actions:read", "actions:write"];
  // The library asks for each scope twice: in general, and for the resource.
  grant.addOIDCScope(`offline_access ${granted}`);
  grant.rejectOIDCScope(refused);
  for (const resource of resources) {
    grant.addResourceScope(resource, granted);
    grant.rejectResourceScope(resource, refused);
  }
  const grantId = await grant.save();
  const { id: clientId, name, redirectHost } = client;
  const connection = { grantId, organizationId, userId: person.userId, mode, clientId, clientName: name, redirectHost };
  await addConnection(app.dataSource, connection, ctx.state.requestId);
  const result = { login: { accountId: person.userId, remember: false }, consent: { grantId } };
  return provider.interactionResult(ctx.req, ctx.res, result);
}
