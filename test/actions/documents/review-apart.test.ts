import { describe, expect, it } from "@jest/globals";
import { reviewApart } from "../../../src/actions/documents/review-apart.js";
import type { Caller } from "../../../src/domain/permissions.js";
import { reviewDocument } from "../../../src/domain/review/review-document.js";
import { line, quote } from "../../domain/review/sample.js";

const caller = (keyId: string) => ({ keyId }) as Caller;
const long = quote({
  body: `Gentile signor Neri, vale fino al 31/2/2027. ${"Relazione tecnica illustrativa di progetto. ".repeat(10_000)}`,
  lineItems: [line(), line({ qty: 0 }), line({ desc: "Costi della sicurezza" })],
});

/** How often other work has its turn until a promise is settled. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    turns++;
  }
  return turns;
}

describe("the review of a long document", () => {
  it("finds what the same checks find at once, and lets others have their turn meanwhile", async () => {
    const review = reviewApart(long, caller("a"));
    expect(await turnsDuring(review)).toBeGreaterThan(20);
    expect(await review).toEqual(reviewDocument(long));
    expect((await review).findings.map(({ code }) => code)).toContain("R28_IMPOSSIBLE_DATE");
  });

  it("waits for its turn, of each caller only two, and of a short one nobody waits", async () => {
    const reviews = [reviewApart(long, caller("a")), reviewApart(long, caller("a")), reviewApart(long, caller("b"))];
    await expect(reviewApart(long, caller("a"))).rejects.toMatchObject({
      code: "rate_limited",
      extras: { headers: { "Retry-After": "2" } },
    });
    expect(await reviewApart(quote(), caller("a"))).toEqual(reviewDocument(quote()));
    const [first, ...others] = await Promise.all(reviews);
    for (const other of others) expect(other).toEqual(first);
    expect(await reviewApart(long, caller("a"))).toEqual(first);
  });
});
