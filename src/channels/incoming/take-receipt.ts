import { byChannel } from "../../db/audit.js";
import { changeMessage, findMessage, readMessage } from "../../db/deletions/held-messages.js";
import { transact } from "../../db/transact.js";
import { UnitOfWork } from "../../db/unit-of-work.js";
import { wholeDay } from "../../domain/calendar/time.js";
import { mailFileName } from "../../domain/files.js";
import type { CertifiedReceipt } from "../../formats/pec/read-certified.js";
import { settleByReceipt } from "../settle.js";
import type { ArrivedMail, MailDependencies, MailTaken } from "./arrived-mail.js";
import { keepReceipt } from "./keep-mail.js";
import { sentMessages } from "./sent-messages.js";

/**
 * Keeps a provider's receipt as a file, and tells the message that it is about how far it came. It never makes a thread. One that
 * belongs to no message of ours is kept all the same: it may be somebody's proof.
 */
export async function takeReceipt(
  { database, files, log }: MailDependencies,
  { organizationId, raw, alongside }: ArrivedMail,
  receipt: CertifiedReceipt,
  contentSha256: string,
): Promise<MailTaken> {
  if (await isKept(new UnitOfWork(database), organizationId, receipt, contentSha256)) return { outcome: "repeated" };
  const keep = await keepReceipt(files, organizationId, raw);
  return transact(database, byChannel(organizationId, "receive_receipt"), async (unit) => {
    const id = await idOf(unit, organizationId, receipt.refersTo);
    const message = id === null ? null : await findMessage(unit, organizationId, id);
    const at = receipt.at ?? unit.now;
    const { timezone } = await unit.organization(organizationId);
    const name = mailFileName(receipt.type, wholeDay(at, timezone), message?.subject ?? null);
    const { id: fileId } = keep(unit, name);
    if (message) {
      await settleByReceipt(unit, message, { ...receipt, at, fileId });
      // Whoever answers refers to the envelope, which has this name, and not to the message within.
      const providerId = receipt.refersTo.find((id) => !id.startsWith("<"));
      if (providerId && message.providerId === null && !(await isTaken(unit, organizationId, providerId)))
        await changeMessage(unit, message, { providerId });
    } else log.info({ organizationId, type: receipt.type }, "a receipt was kept that belongs to no message");
    alongside?.(unit);
    return { outcome: "receipt", messageId: message?.id ?? null };
  });
}

/**
 * Whether the message that it is about has this receipt; of one about no message of ours, whether its bytes are kept. That bytes are kept
 * settles no message: many a PEC mailbox forwards its receipts to an ordinary one, where they are attachments.
 */
async function isKept(
  unit: UnitOfWork,
  organizationId: string,
  { refersTo, type, at }: CertifiedReceipt,
  contentSha256: string,
): Promise<boolean> {
  const id = await idOf(unit, organizationId, refersTo);
  const message = id === null ? null : await readMessage(unit, organizationId, id);
  if (message?.receipts.some((known) => known.type === type && known.at === at?.toISOString())) return true;
  const rows = await unit.query(
    "select from stored_file where organization_id = $1 and source = 'incoming' and sha256 = $2 and ($3::uuid[] is null or id = any($3)) limit 1",
    [organizationId, contentSha256, message?.receipts.map(({ fileId }) => fileId) ?? null],
  );
  return rows.length > 0;
}

const idOf = async (unit: UnitOfWork, organizationId: string, names: readonly string[]): Promise<string | null> =>
  (await sentMessages(unit, { organizationId, channel: "pec" }, { headers: names, providerIds: names }))[0]?.id ?? null;

/** Whether another message has this name already: two receipts that say the same of two messages must not stop the reading of a mailbox. */
const isTaken = async (unit: UnitOfWork, organizationId: string, providerId: string): Promise<boolean> =>
  (await sentMessages(unit, { organizationId, channel: "pec" }, { providerIds: [providerId] })).length > 0;
