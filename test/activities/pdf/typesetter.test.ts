import { afterAll, describe, expect, it } from "@jest/globals";
import { renderRevisionPdf } from "../../../src/activities/pdf/render-revision.js";
import { Typesetter } from "../../../src/activities/pdf/typesetter.js";
import { maxPrinted } from "../../../src/domain/documents/revision.js";
import { revisionContent } from "./sample.js";

const typesetter = new Typesetter();
afterAll(() => typesetter.stop());

const long = (fields: object = {}) =>
  revisionContent({ body: `${"Gentile cliente, ecco. ".repeat(60)}\n\n`.repeat(6), ...fields });
const short = revisionContent({});
/** The names of these renderings in the order in which they end. */
async function ends(renderings: Record<string, Promise<unknown>>): Promise<string[]> {
  const ended: string[] = [];
  await Promise.all(Object.entries(renderings).map(([name, one]) => one.then(() => ended.push(name))));
  return ended;
}

describe("a long document", () => {
  it("is set as it would be here", async () => {
    const pdf = await typesetter.render("a", long());
    expect(Buffer.compare(pdf as Buffer, renderRevisionPdf(long()))).toBe(0);
  });

  it("keeps no short one waiting", async () => {
    const order = await ends({
      long: typesetter.render("a", long()),
      short: typesetter.render("b", short),
    });
    expect(order).toEqual(["short", "long"]);
  });

  it("waits for its turn: organizations take turns", async () => {
    const order = await ends({
      a1: typesetter.render("a", long()),
      a2: typesetter.render("a", long()),
      b1: typesetter.render("b", long()),
    });
    expect(order).toEqual(["a1", "b1", "a2"]);
  });

  it("comes back later where two of its organization, or six in all, are being set", async () => {
    const taken = ["a", "a", "b", "b", "c", "c"].map((organization) => typesetter.render(organization, long()));
    const later = { type: "typesetter_busy", nextRetryDelay: 10_000 };
    for (const organization of ["a", "d"])
      await expect(typesetter.render(organization, long())).rejects.toMatchObject(later);
    await Promise.all(taken);
    expect(await typesetter.render("d", long())).toBeInstanceOf(Buffer);
  });

  it("that can't be set is refused there as here", async () => {
    const outcomes = await Promise.all(
      [long(), short].map((content) => typesetter.render("a", { ...content, timezone: "Nowhere/None" })),
    );
    for (const outcome of outcomes) expect(outcome).toBeInstanceOf(Error);
    expect((outcomes[0] as Error).message).toBe((outcomes[1] as Error).message);
  });

  it("that would take the worker's memory is refused before it is set", async () => {
    const line = { desc: "Muratura", unit: "m²", qty: 1, price: 10, code: null, amount: 10 };
    const outcome = await typesetter.render("a", long({ lineItems: Array(maxPrinted.items + 1).fill(line) }));
    expect(outcome).toEqual(new Error("The document is too long to become a PDF."));
  });

  it("fails for now where the thread ends, and the next one starts another", async () => {
    const cut = typesetter.render("a", long());
    await Promise.all([expect(cut).rejects.toThrow("the thread that sets long documents ended"), typesetter.stop()]);
    expect(await typesetter.render("a", long())).toBeInstanceOf(Buffer);
  });
});
