export const reminderActions = [] as const;
