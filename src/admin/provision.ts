// What the command line and the tests set up an installation with.
export { setChannel } from "./channels.js";
export { createKey, revokeKey } from "./keys.js";
export { createOrganization, updateOrganization } from "./organizations.js";
export { createUser } from "./users.js";
