export const documentActions = [] as const;
