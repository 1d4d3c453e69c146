import type { Context } from "koa";
import { poolOf } from "../../db/data-source.js";
import type { App } from "../app.js";
import { clientName } from "../mcp/client-name.js";
import type { SignedIn } from "../sign-in/sessions.js";
import { artifactHash } from "./adapter.js";
import { addConnection, type Mode } from "./connections.js";
import { errors, type OidcProvider } from "./oidc.js";
import { scopes } from "./resource.js";

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
  /** whether the answer goes to the reader's own computer, where any program may wait for it */
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
        publishedAt: /^https:/i.test(client.clientId) ? new URL(client.clientId).host : null,
        redirectHost: isWeb(redirect) ? redirect.host : redirect.protocol,
        isLocal: redirect.protocol !== "https:",
      },
      loginHint: typeof params.login_hint === "string" ? params.login_hint : undefined,
      asksToChange: String(params.scope).split(" ").includes("actions:write"),
      userId: result?.login?.accountId ?? null,
      isAnswered: result?.consent?.grantId !== undefined || result?.error !== undefined,
      resources: [params.resource ?? []].flat() as string[],
    };
  } catch (error) {
    const isOver = [errors.SessionNotFound, errors.InvalidClient, errors.InvalidClientMetadata].some(
      (kind) => error instanceof kind,
    );
    if (isOver) return null;
    throw error;
  }
}

const isWeb = ({ protocol }: URL): boolean => /^https?:$/.test(protocol);

/**
 * Takes a request's one answer for this click; of two at the same moment the other gets false. What a crash left is free again after a
 * few seconds.
 */
export async function claimAnswer({ dataSource }: App, { uid }: Approval): Promise<boolean> {
  const { rowCount } = await poolOf(dataSource).query(
    `update oauth_artifact set consumed_at = now() where model = 'Interaction' and id_sha256 = $1
       and (consumed_at is null or consumed_at < now() - interval '10 seconds')`,
    [artifactHash(uid)],
  );
  return rowCount === 1;
}

/**
 * Makes the connection that somebody approved, and lets the answer go to the app.
 * @returns where to send the browser; null where the person's session ended meanwhile
 */
export async function approve(
  app: App,
  ctx: Context,
  approval: Approval,
  chosen: { person: SignedIn; organizationId: string; mode: Mode },
): Promise<string | null> {
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
  const isAdded = await addConnection(app.dataSource, connection, person.sessionId, ctx.state.requestId);
  if (!isAdded) return null;
  const result = { login: { accountId: person.userId, remember: false }, consent: { grantId } };
  return provider.interactionResult(ctx.req, ctx.res, result, { mergeWithLastSubmission: false });
}
