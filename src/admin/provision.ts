// What the command line, the first start and the tests set up an installation with.
export { type NewChannel, setChannel } from "./channels.js";
export { createKey, type NewKey, revokeKey } from "./keys.js";
export { createOrganization, type OrganizationDetails, updateOrganization } from "./organizations.js";
export { createUser, type NewUser } from "./users.js";
