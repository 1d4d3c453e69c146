import { expect, it } from "@jest/globals";
import { renderRevisionPdf } from "../../src/activities/pdf/render-revision.js";
import { revisionContent } from "../activities/pdf/sample.js";
import { longBodies } from "../support/long-documents.js";

// The most lines that a document may have: a fifteenth of the characters.
it.each(longBodies)("%s of 300,000 characters is set", (_, body) => {
  expect(renderRevisionPdf(revisionContent({ body: body(300_000) })).length).toBeGreaterThan(10_000);
});
