export const taskActions = [] as const;
