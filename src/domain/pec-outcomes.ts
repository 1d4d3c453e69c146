/** How long a PEC waits for its receipt of delivery: a provider gives up after 24 hours, and its receipt may take a while more. */
export const receiptHours = 31;

/** Said of a PEC that its provider took for an address of ordinary mail: nobody certifies its delivery, however long one waits. */
export const toOrdinaryMail = "the recipient's address has no certified mail, so no receipt of delivery will come";
