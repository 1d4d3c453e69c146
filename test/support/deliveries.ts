import type { Product } from "./product.js";

/** Issues and sends so many quotes to as many contacts. @returns the messages' ids */
export async function sendQuotes(product: Product, count: number): Promise<string[]> {
  const messageIds: string[] = [];
  for (let n = 1; n <= count; n++) {
    const contact = await product.call<{ id: string }>("create_contact", {
      name: `Cliente ${n}`,
      email: `cliente${n}@example.test`,
    });
    const document = await product.call<{ id: string }>("create_document", {
      title: `Preventivo ${n}`,
      contactId: contact.id,
    });
    const lineItems = [{ desc: "Rilievo", unit: "cad", qty: n, price: 150 }];
    await product.call("update_document", { docId: document.id, lineItems, vatPct: 22 });
    await product.call("issue_document", { docId: document.id });
    const { message } = await product.call<{ message: { id: string } }>("send_issued_document", { docId: document.id });
    messageIds.push(message.id);
  }
  return messageIds;
}

/** How often each Message-ID arrived. */
export function arrivals(mails: { messageId: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { messageId } of mails) counts.set(messageId, (counts.get(messageId) ?? 0) + 1);
  return counts;
}
