import type { errors, Interaction, KoaContextWithOIDC } from "oidc-provider";
import type { Queries } from "../../db/database.js";
import { sendOAuthError } from "../../web/approval/error-page.js";
import type { OidcProvider } from "./oidc.js";

const isApproved = "id_sha256 in (select sha256(convert_to(client_id, 'UTF8')) from connection)";
const keptUnapproved = 10_000;

/** Removes clients that registered more than a day ago and were never approved. */
export async function deleteUnapprovedClients(queries: Queries): Promise<void> {
  await queries.query(
    `delete from oauth_artifact where model = 'Client' and created_at < now() - interval '24 hours' and not ${isApproved}`,
  );
}

/**
 * Anybody may register, so at most `kept` clients wait for an approval. The oldest make room: to refuse the newest would let whoever
 * registers in masses keep everybody else out.
 */
export async function dropSurplusClients(queries: Queries, kept = keptUnapproved): Promise<void> {
  await queries.query(
    `delete from oauth_artifact where model = 'Client' and id_sha256 in (select id_sha256 from oauth_artifact
       where model = 'Client' and not ${isApproved} order by created_at desc offset $1)`,
    [kept],
  );
}

/** Whether anybody has ever approved this client. */
const wasApproved = async (queries: Queries, clientId: string): Promise<boolean> =>
  (await queries.query("select from connection where client_id = $1 limit 1", [clientId])).length > 0;

/**
 * Sends nobody to an app that nobody has approved yet, before the person has answered. OAuth returns the errors of a request to the app by
 * a redirect; as everybody may register an app with any address, that would make our address lead anywhere. Instead our own page tells
 * the error.
 */
export function keepFromUnapproved(provider: OidcProvider, queries: Queries): void {
  const refused = new WeakMap<object, errors.OIDCProviderError>();
  provider.on("authorization.error", (ctx, error) => refused.set(ctx, error));
  provider.use(async (ctx, next) => {
    await next();
    const error = refused.get(ctx);
    const { client, entities } = (ctx as KoaContextWithOIDC).oidc ?? {};
    if (!error || !client || isAnswered(entities?.Interaction) || (await wasApproved(queries, client.clientId))) return;
    ctx.remove("Location");
    ctx.status = 400;
    const { error: code, error_description } = error;
    sendOAuthError(ctx, { error: code, ...(error_description ? { error_description } : {}) });
  });
}

/** Whether the person has approved or refused. */
const isAnswered = (interaction: Pick<Interaction, "result"> | undefined): boolean =>
  interaction?.result?.error !== undefined || interaction?.result?.consent !== undefined;
