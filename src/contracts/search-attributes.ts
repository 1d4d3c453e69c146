import { defineSearchAttributeKey, SearchAttributeType } from "@temporalio/common";

/** The ids by which the workflows of an organization, a project or a record are found in the Temporal UI. */
export const searchAttributes = {
  organization: defineSearchAttributeKey("PraticaOrganization", SearchAttributeType.KEYWORD),
  project: defineSearchAttributeKey("PraticaProject", SearchAttributeType.KEYWORD),
  record: defineSearchAttributeKey("PraticaRecord", SearchAttributeType.KEYWORD),
};
