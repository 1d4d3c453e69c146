export const searchActions = [] as const;
