export const inboxActions = [] as const;
