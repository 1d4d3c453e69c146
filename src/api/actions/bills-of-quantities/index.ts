export const billActions = [] as const;
