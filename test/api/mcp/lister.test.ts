import { expect, it } from "@jest/globals";
import { actionNamed } from "../../../src/actions/index.js";
import { listerOf } from "../../../src/api/mcp/lister.js";

it.each([
  ["create_task", "projectId", "list_projects"],
  ["create_project", "clientContactId", "list_contacts"],
  ["create_task", "assigneeId", "list_members"],
  ["compare_price_books", "otherBookId", "list_price_books"],
  ["get_bill_of_quantities", "computoId", "list_bills_of_quantities"],
  ["compare_quotes", "docIds", "list_documents"],
  ["send_message", "attachmentFileIds", "list_files"],
  ["delete_template", "templateId", "list_templates"],
  ["restore_record", "deletionId", "list_deleted"],
  ["set_submission_outcome", "submissionId", "get_project"],
  ["unlink_quote_line", "linkId", "get_bill_of_quantities"],
  ["update_price_book_entry", "entryId", "get_price_book"],
])("of %s, ids for %s come from %s", (action, field, lister) => {
  expect(listerOf(actionNamed(action), field)?.name).toBe(lister);
});

it("is unknown where nothing names such records", () => {
  expect(listerOf(actionNamed("merge_contacts"), "sourceId")).toBeUndefined();
});
