import { startOrder } from "../contracts/order.js";
import { sendAccountMail } from "../contracts/send-account-mail.js";
import type { UnitOfWork } from "../db/unit-of-work.js";
import { addLink } from "./account-links.js";

/** Writes a link and orders its mail, in the same commit. @returns the link's id */
export async function mailLink(unit: UnitOfWork, link: Parameters<typeof addLink>[1]): Promise<string> {
  const linkId = await addLink(unit, link);
  const { organizationId, kind } = link;
  unit.order(startOrder(sendAccountMail, { organizationId, projectId: null, linkId, kind }));
  return linkId;
}
