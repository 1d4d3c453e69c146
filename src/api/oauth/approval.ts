import { setTimeout as wait } from "node:timers/promises";
import type { Context } from "koa";
import { addConnection, type Mode } from "../../accounts/connections.js";
import { scopes } from "../../accounts/scopes.js";
import { secretHash } from "../../accounts/secret-hash.js";
import type { SignedIn } from "../../accounts/sessions.js";
import type { Database, Queries } from "../../db/database.js";
import type { Approval } from "../../web/approval/approval.js";
import { clientName } from "../client-name.js";
import { isDocument } from "./client-metadata.js";
import { errors, type OidcProvider } from "./oidc.js";

/** Each pause is twice as long as the one before; together they take about five seconds. */
const [firstPauseMs, mostPauseMs] = [40, 2_560];

/** The approval request at this address, if this browser started it. Null if it has ended or belongs to another browser. */
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
        publishedAt: isDocument({ client_id: client.clientId }) ? new URL(client.clientId).host : null,
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
    const endings = [errors.SessionNotFound, errors.InvalidClient, errors.InvalidClientMetadata];
    if (endings.some((ending) => error instanceof ending)) return null;
    throw error;
  }
}

const isWeb = ({ protocol }: URL): boolean => /^https?:$/.test(protocol);

/**
 * Claims the one answer of an approval request for this click. Of two simultaneous clicks the second gets false. If a crash prevents the
 * answer, it can be claimed again after ten seconds.
 */
export async function claimAnswer(queries: Queries, { uid }: Approval): Promise<boolean> {
  const claimed = await queries.query(
    `update oauth_artifact set consumed_at = now() where model = 'Interaction' and id_sha256 = $1
       and (consumed_at is null or consumed_at < now() - interval '10 seconds') returning 1`,
    [secretHash(uid)],
  );
  return claimed.length === 1;
}

/**
 * Waits for what another click answers at this moment. Whoever goes on before finds no answer, is asked anew, and takes the request away
 * from under the first click; after a double click that is where the browser goes. The first click may never answer: the pauses grow.
 */
export async function untilAnswered(provider: OidcProvider, ctx: Context): Promise<void> {
  for (let pauseMs = firstPauseMs; pauseMs <= mostPauseMs; pauseMs *= 2) {
    const approval = await findApproval(provider, ctx);
    if (!approval || approval.isAnswered) return;
    await wait(pauseMs);
  }
}

/**
 * Creates the connection that a person approved.
 * @returns its id, and where to send the browser; null if the person's session or membership has ended in the meantime
 */
export async function approve(
  { database, provider }: { database: Database; provider: OidcProvider },
  ctx: Context,
  approval: Approval,
  chosen: { person: SignedIn; organizationId: string; mode: Mode },
): Promise<{ connectionId: string; address: string } | null> {
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
  const isAdded = await addConnection(database, connection, person.sessionId, ctx.state.requestId);
  if (!isAdded) return null;
  const result = { login: { accountId: person.userId, remember: false }, consent: { grantId } };
  const address = await provider.interactionResult(ctx.req, ctx.res, result, { mergeWithLastSubmission: false });
  return { connectionId: grantId, address };
}
