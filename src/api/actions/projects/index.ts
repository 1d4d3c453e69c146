export const projectActions = [] as const;
