export const priceBookActions = [] as const;
