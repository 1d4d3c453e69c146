import type { Adapter, AdapterPayload } from "oidc-provider";
import { type EndingAction, endConnection } from "../../accounts/connections.js";
import { secretHash } from "../../accounts/secret-hash.js";
import type { Config } from "../../config.js";
import type { Database, Queries } from "../../db/database.js";
import { encryptSecret, type SecretRow, tryDecryptSecret } from "../../db/secrets.js";
import { errors, Provider } from "./oidc.js";
import { deleteUnapprovedClients, dropSurplusClients } from "./unapproved-clients.js";

type Row = { hash: Buffer; payload: AdapterPayload & { sealed_secret?: string }; consumedAt: Date | null };

const selection = `select id_sha256 as hash, payload, consumed_at as "consumedAt" from oauth_artifact where model = $1 and (model = 'Grant' or expires_at is null or expires_at > now())`;
const sealed = "oauth_artifact.sealed_secret";
/** A grant is valid as long as its connection is, regardless of its term: only a disconnected client can't refresh its tokens. */
const hasLiveConnection =
  "and exists (select from connection c where c.grant_id = oauth_artifact.grant_id and c.revoked_at is null)";

/** Stores oidc-provider's models in Postgres. */
export function postgresAdapter(config: Config, database: Database): (model: string) => Adapter {
  return (model) => {
    const read = async (condition: string, value: unknown, id?: string): Promise<AdapterPayload | undefined> => {
      const [row] = await database.query<Row>(`${selection} and ${condition}`, [model, value]);
      return row && toPayload(config, model, row, model === "Client" ? undefined : id);
    };
    return {
      async upsert(id, payload, expiresInS) {
        const grantId = model === "Grant" ? id : (payload.grantId ?? null);
        await database.query(
          `insert into oauth_artifact (model, id_sha256, payload, grant_id, uid, expires_at) values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
           on conflict (model, id_sha256) do update set payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid, expires_at = excluded.expires_at`,
          [
            model,
            secretHash(id),
            JSON.stringify(toStored(config, [sealed, model, secretHash(id).toString("hex")], payload)),
            grantId,
            payload.uid ?? null,
            expiresInS ?? null,
          ],
        );
        if (model === "Client") await dropSurplusClients(database);
      },
      find: (id) => read(`id_sha256 = $2 ${model === "Grant" ? hasLiveConnection : ""}`, secretHash(id), id),
      findByUid: (uid) => read("uid = $2", uid),
      findByUserCode: async () => undefined,
      async consume(id) {
        const consumed = await database.query(
          "update oauth_artifact set consumed_at = now() where model = $1 and id_sha256 = $2 and consumed_at is null returning 1",
          [model, secretHash(id)],
        );
        if (consumed.length > 0) return;
        // Of two simultaneous requests only one succeeds. A code's family ends then too; a client's own refreshes may meet.
        const [used] = await database.query<{ grantId: string }>(
          `select grant_id as "grantId" from oauth_artifact where model = $1 and id_sha256 = $2`,
          [model, secretHash(id)],
        );
        if (used && model === "AuthorizationCode") await endConnection(database, used.grantId, "end_reused_connection");
        throw new errors.InvalidGrant("already used");
      },
      async destroy(id) {
        // First, since this one transaction ends everything that belongs to the grant.
        if (model === "Grant") await endConnection(database, id, endingReason());
        const gone = await database.query(
          "delete from oauth_artifact where model = $1 and id_sha256 = $2 returning 1",
          [model, secretHash(id)],
        );
        // The library ends an approval's request before it makes the code: of two simultaneous ways back to the app only one gets it.
        if (model === "Interaction" && gone.length === 0) throw new errors.SessionNotFound("the request has ended");
      },
      async revokeByGrantId(grantId) {
        await database.query("delete from oauth_artifact where model = $1 and grant_id = $2", [model, grantId]);
      },
    };
  };
}

/** The library ends a grant when the client asks for it, or when a code or refresh token is used a second time. */
const endingReason = (): EndingAction =>
  Provider.ctx?.oidc?.route === "revocation" ? "disconnect_app" : "end_reused_connection";

/** The payload as stored: without the id, which is itself a secret, and with a client's secret encrypted. */
function toStored(config: Config, row: SecretRow, { jti, client_secret, ...payload }: AdapterPayload): object {
  if (client_secret === undefined) return payload;
  return { ...payload, sealed_secret: encryptSecret(config, client_secret, ...row).toString("base64") };
}

/** Undefined if a client's secret was encrypted with a SECRET_KEY that is gone: such a client must register again. */
function toPayload(
  config: Config,
  model: string,
  { hash, payload, consumedAt }: Row,
  id: string | undefined,
): AdapterPayload | undefined {
  const { sealed_secret, ...rest } = payload;
  const secret = sealed_secret
    ? tryDecryptSecret(config, Buffer.from(sealed_secret, "base64"), sealed, model, hash.toString("hex"))
    : undefined;
  if (secret === null) return undefined;
  return {
    ...rest,
    ...(model === "Grant" ? { exp: undefined } : {}),
    ...(id === undefined ? {} : { jti: id }),
    ...(consumedAt ? { consumed: Math.floor(consumedAt.getTime() / 1000) } : {}),
    ...(secret ? { client_secret: secret } : {}),
  };
}

/** Removes expired artifacts, approvals without a connection, and clients that nobody has approved within a day. */
export async function deleteOldArtifacts(queries: Queries): Promise<void> {
  await queries.query("delete from oauth_artifact where expires_at < now() and model <> 'Grant'");
  await queries.query(
    `delete from oauth_artifact where model = 'Grant' and created_at < now() - interval '24 hours'
       and not exists (select from connection c where c.grant_id = oauth_artifact.grant_id)`,
  );
  await deleteUnapprovedClients(queries);
}
