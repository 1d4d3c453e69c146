import type { AiRun } from "../../db/entities/ai-run.js";
import type { Document } from "../../db/entities/document.js";
import { firmQuery } from "../../db/firm-query.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import type { DraftInput } from "../../domain/drafting/input.js";
import { wholeDay } from "../../domain/time.js";
import { billLinesFor, pricesFor } from "./price-sources.js";
import { recordsAround } from "./records-around.js";

type FirmFacts = DraftInput["firm"] & { timezone: string };

/** What a drafting model is told: the document as it is now and the records around it, as far as whoever asked may see them. */
export async function draftInput(unit: UnitOfWork, run: AiRun, document: Document): Promise<DraftInput> {
  const { organizationId, sight } = run;
  const query = firmQuery(unit, organizationId);
  const instructions = run.instructions ?? "";
  const [firm] = await query<FirmFacts>(
    'select name, professional_order as "professionalOrder", iban, timezone from organization where id = $1',
  );
  if (!firm) throw new Error(`There is no organization ${organizationId}`);
  const { timezone, ...facts } = firm;
  return {
    instructions,
    document: { ...document, validUntil: document.validUntil && wholeDay(document.validUntil, timezone) },
    ...(await recordsAround(unit, document, sight)),
    firm: facts,
    billLines: await billLinesFor(unit, document, sight),
    priceBook: sight.priceBooks ? await pricesFor(query, document, instructions) : [],
    today: wholeDay(new Date(), timezone),
  } as DraftInput;
}
