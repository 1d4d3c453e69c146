/** Said of a PEC that its provider took for an address of ordinary mail: nobody certifies its delivery, however long one waits. */
export const toOrdinaryMail = "the recipient's address has no certified mail, so no receipt of delivery will come";
