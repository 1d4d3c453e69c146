/** The scopes that an app may be approved for. Writing implies reading. */
export const scopes = ["actions:read", "actions:write"] as const;
