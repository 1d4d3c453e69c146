import type { AiRun } from "../../db/entities/ai-run.js";
import type { Document } from "../../db/entities/document.js";
import { organizationQuery } from "../../db/organization-query.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import { wholeDay } from "../../domain/calendar/time.js";
import type { DraftInput } from "../../domain/drafting/input.js";
import { billLinesFor, pricesFor } from "./price-sources.js";
import { recordsAround } from "./records-around.js";

/** What a drafting model is shown: the current document and the records around it, as far as the requester may see them. */
export async function draftInput(unit: UnitOfWork, run: AiRun, document: Document): Promise<DraftInput> {
  const { organizationId, visibility } = run;
  const query = organizationQuery(unit, organizationId);
  const instructions = run.instructions ?? "";
  const { timezone, name, professionalOrder, iban } = await unit.organization(organizationId);
  return {
    instructions,
    document: { ...document, validUntil: document.validUntil && wholeDay(document.validUntil, timezone) },
    ...(await recordsAround(unit, document, visibility)),
    organization: { name, professionalOrder, iban },
    billLines: await billLinesFor(unit, document, visibility),
    priceBook: visibility.priceBooks ? await pricesFor(query, document, instructions) : [],
    today: wholeDay(new Date(), timezone),
  };
}
