import { addConnection } from "../../src/accounts/connections.js";
import type { TestApi } from "./caller.js";
import type { TestMember } from "./factories.js";
import { visitor } from "./visitor.js";

let last = 0;

/** An app that a member approved, without its walk through sign-in and tokens. @returns the approval's id */
export async function connectedApp(
  api: TestApi,
  { organizationId }: { organizationId: string },
  member: TestMember,
  clientName: string | null,
  redirectHost = "localhost",
): Promise<string> {
  await visitor(api).signIn(member);
  const { userId } = member;
  const { rows } = await api.pool.query("select id from web_session where user_id = $1 order by id desc limit 1", [
    userId,
  ]);
  const grantId = `grant-${++last}`;
  const connection = {
    grantId,
    organizationId,
    userId,
    mode: "read" as const,
    clientId: "c",
    clientName,
    redirectHost,
  };
  if (!(await addConnection(api.app.database, connection, rows[0].id, "request"))) throw new Error("not connected");
  return grantId;
}
