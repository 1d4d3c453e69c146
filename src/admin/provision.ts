// What the command line and the tests set up an installation with.
export { setAi, unsetAi } from "./ai.js";
export { setChannel } from "./channels.js";
export { createKey, createUser, revokeKey } from "./members.js";
export { createOrganization, updateOrganization } from "./organizations.js";
