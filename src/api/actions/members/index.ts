export const memberActions = [] as const;
