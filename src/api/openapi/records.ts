import { billResult, quoteLinkResult } from "../../actions/bills-of-quantities/results.js";
import { contactResult } from "../../actions/contacts/results.js";
import { documentResult, templateResult } from "../../actions/documents/results.js";
import { fileResult } from "../../actions/files/fields.js";
import { messageResult, threadResult } from "../../actions/inbox/results.js";
import { priceBookEntryResult, priceBookResult } from "../../actions/price-books/results.js";
import { projectResult, submissionResult } from "../../actions/projects/results.js";
import { reminderResult } from "../../actions/reminders/results.js";
import { deletedResult } from "../../actions/results.js";
import { taskResult } from "../../actions/tasks/results.js";
import { type JsonSchema, jsonSchemaOf } from "../json-schema.js";

/** The records that several actions return, by the names that the documents give them. */
const records = {
  Project: projectResult,
  Task: taskResult,
  Thread: threadResult,
  Message: messageResult,
  BillOfQuantities: billResult,
  QuoteLink: quoteLinkResult,
  Contact: contactResult,
  Reminder: reminderResult,
  Document: documentResult,
  Template: templateResult,
  Submission: submissionResult,
  PriceBook: priceBookResult,
  PriceBookEntry: priceBookEntryResult,
  File: fileResult,
  Deleted: deletedResult,
};

export const recordSchemas = (): Record<string, JsonSchema> =>
  Object.fromEntries(Object.entries(records).map(([name, schema]) => [name, jsonSchemaOf(schema, "output")]));
