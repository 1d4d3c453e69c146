/** What an app may be approved for; the wider implies the narrower. */
export const scopes = ["actions:read", "actions:write"] as const;
