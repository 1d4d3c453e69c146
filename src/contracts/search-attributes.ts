import { defineSearchAttributeKey, SearchAttributeType } from "@temporalio/common";

/** Ids by which a person finds, in the Temporal UI, all that runs for an organization, a project or a record. */
export const searchAttributes = {
  organization: defineSearchAttributeKey("PraticaOrganization", SearchAttributeType.KEYWORD),
  project: defineSearchAttributeKey("PraticaProject", SearchAttributeType.KEYWORD),
  record: defineSearchAttributeKey("PraticaRecord", SearchAttributeType.KEYWORD),
};
