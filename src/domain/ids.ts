const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text has the form of a record's id, a UUID. No record has any other. */
export const isId = (text: string): boolean => uuidForm.test(text);

/** Comes before every record's id: where a walk through all of them begins. */
export const nilId = "00000000-0000-0000-0000-000000000000";

/** Comes before every id that was made at this moment or later. */
export function idAt(moment: Date): string {
  const hex = Math.max(0, moment.getTime()).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
