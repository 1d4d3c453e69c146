import { fileResult } from "../../actions/files/fields.js";
import * as results from "../../actions/results.js";
import { type JsonSchema, jsonSchemaOf } from "../json-schema.js";

/** The records that several actions return, by the names that the documents give them. */
const records = {
  Project: results.projectResult,
  Task: results.taskResult,
  Thread: results.threadResult,
  Message: results.messageResult,
  BillOfQuantities: results.billResult,
  QuoteLink: results.quoteLinkResult,
  Contact: results.contactResult,
  Reminder: results.reminderResult,
  Document: results.documentResult,
  Template: results.templateResult,
  Submission: results.submissionResult,
  PriceBook: results.priceBookResult,
  PriceBookEntry: results.priceBookEntryResult,
  File: fileResult,
  Deleted: results.deletedResult,
};

export const recordSchemas = (): Record<string, JsonSchema> =>
  Object.fromEntries(Object.entries(records).map(([name, schema]) => [name, jsonSchemaOf(schema, "output")]));
