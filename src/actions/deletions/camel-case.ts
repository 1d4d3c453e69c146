/** A column's name as its property's: `project_id` as `projectId`. */
export const camelCase = (column: string): string =>
  column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
