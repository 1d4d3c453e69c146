/** How long a PEC waits for its receipt of delivery: a provider gives up after 24 hours, and its receipt may take a while more. */
export const receiptHours = 31;

/** Said of a PEC that its provider took for an address of ordinary mail: nobody certifies its delivery, however long one waits. */
export const toOrdinaryMail = "the recipient's address has no certified mail, so no receipt of delivery will come";

/** The receipts that say that a PEC did not arrive. */
export const failureReceipts: readonly string[] = [
  "non-accettazione",
  "errore-consegna",
  "mancata-consegna",
  "rilevazione-virus",
];
export const deliveryReceipt = "avvenuta-consegna";

/** Whether a PEC was delivered after its writer had been told that it did not arrive. @param receipts in the order in which they came */
export function isDeliveredAfterAll(receipts: readonly { type: string }[]): boolean {
  const failed = receipts.findIndex(({ type }) => failureReceipts.includes(type));
  return failed >= 0 && receipts.findIndex(({ type }) => type === deliveryReceipt) > failed;
}
