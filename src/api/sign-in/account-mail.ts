import { addLink } from "../../db/account-links.js";
import type { OneChange } from "../../db/one-change.js";
import { orderSql } from "../../db/outbox.js";
import { sendAccountMail, sendAccountMailId } from "../../workflows/send-account-mail.js";

/** Writes a link and orders the mail that carries it, in the same transaction. @returns the link's id */
export async function mailLink(change: OneChange, link: Parameters<typeof addLink>[1]): Promise<string> {
  const linkId = await addLink(change, link);
  const { organizationId } = link;
  const [sql, values] = orderSql(
    organizationId,
    {
      kind: "start",
      workflow: sendAccountMail,
      workflowId: sendAccountMailId(linkId),
      input: { organizationId, linkId },
      summary: link.kind === "invitation" ? "Mails an invitation" : "Mails the way to a new password",
      projectId: null,
      recordId: linkId,
    },
    change.at,
  );
  await change.query(sql, values);
  return linkId;
}
